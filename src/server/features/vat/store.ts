import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { VatType } from '#clients/fiken/types'
import type { AccountRule } from '#shared/contracts/account-rules'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import { accountRules, depositAccounts, vatMappings } from './tables.ts'
import { NO_RATE } from './vat.ts'
import { isVatType } from './vat-accounts.ts'

type StoredMapping = typeof vatMappings.$inferSelect

export async function mappingsOf(
  db: Db,
  companyId: string,
  slug: string,
): Promise<StoredMapping[]> {
  return readMappings(db, { companyId, fikenCompanySlug: slug })
}

const readMappings = rowsTogether(vatMappings, ['companyId', 'fikenCompanySlug'])

/** Saves the rows of the VAT table. Must be called inside a transaction. */
export async function saveMappings(db: Db, rows: readonly StoredMapping[]): Promise<void> {
  for (const row of rows) {
    const { vatType, goodsAccount, serviceAccount, confirmed, updatedAt } = row
    await db
      .insert(vatMappings)
      .values(row)
      .onConflictDoUpdate({
        target: [vatMappings.companyId, vatMappings.fikenCompanySlug, vatMappings.taxRateUuid],
        set: { vatType, goodsAccount, serviceAccount, confirmed, updatedAt },
      })
  }
}

/**
 * Returns the tax rates on lines of unfinished jobs. The screen shows these rates even if they are
 * inactive.
 */
export const ratesInUse = (db: Db, companyId: string): Promise<Set<string>> =>
  ratesOnLines(db, sql`user_id = ${companyId} and status <> 'completed' and not skip_transfer`)

const MOST_JOBS_READ = 200

/**
 * Returns the tax rates on lines of the latest jobs since then. Reads at most 200 jobs, because
 * their lines are stored in large documents.
 */
export const ratesUsedSince = (db: Db, companyId: string, since: Date): Promise<Set<string>> =>
  ratesOnLines(
    db,
    sql`user_id = ${companyId} and not skip_transfer and created_at >= ${since.toISOString()}::timestamptz
      order by created_at desc limit ${MOST_JOBS_READ}`,
  )

/** Returns the rates' uuids, and NO_RATE if a line has none. */
async function ratesOnLines(db: Db, which: SQL): Promise<Set<string>> {
  const rows = await rowsOf<{ rate: string }>(
    db,
    sql`select distinct coalesce(nullif(line ->> 'taxRateUuid', ''), ${NO_RATE}::text) as rate
        from (select snapshot -> 'lines' as lines from transfers where ${which}) t,
          jsonb_array_elements(case when jsonb_typeof(lines) = 'array' then lines else '[]' end) line
        where line ->> 'active' is distinct from 'false'`,
  )
  return new Set(rows.map(({ rate }) => rate))
}

const readRules = rowsTogether(accountRules, ['companyId', 'fikenCompanySlug'])

/** Returns the account rules in the order in which they are applied. */
export async function accountRulesOf(
  db: Db,
  companyId: string,
  slug: string,
): Promise<AccountRule[]> {
  const rows = await readRules(db, { companyId, fikenCompanySlug: slug })
  return rows
    .sort((one, other) => one.position - other.position)
    .map(({ kind, value, label, account }) => ({ kind, value, label, account }))
}

/** Replaces all account rules. Must be called inside a transaction. */
export async function replaceRules(
  db: Db,
  companyId: string,
  slug: string,
  rules: readonly AccountRule[],
  savedAt: Date,
): Promise<void> {
  await db
    .delete(accountRules)
    .where(and(eq(accountRules.companyId, companyId), eq(accountRules.fikenCompanySlug, slug)))
  if (rules.length === 0) return
  await db.insert(accountRules).values(
    rules.map((rule, position) => ({
      ...rule,
      companyId,
      fikenCompanySlug: slug,
      position,
      savedAt,
    })),
  )
}

export type DepositAccounts = Partial<Record<VatType, string>>

const readAccounts = rowsTogether(depositAccounts, ['companyId', 'fikenCompanySlug'])

export async function depositAccountsOf(
  db: Db,
  companyId: string,
  slug: string,
): Promise<DepositAccounts> {
  const rows = await readAccounts(db, { companyId, fikenCompanySlug: slug })
  return Object.fromEntries(
    rows.flatMap(({ vatType, account }) => (isVatType(vatType) ? [[vatType, account]] : [])),
  )
}

/**
 * Stores the accounts for deducting deposits, and keeps the accounts of other VAT types. Must be
 * called inside a transaction.
 */
export async function keepDepositAccounts(
  tx: Db,
  companyId: string,
  slug: string,
  accounts: DepositAccounts,
  savedAt: Date,
): Promise<void> {
  for (const [vatType, account] of Object.entries(accounts) as [VatType, string][]) {
    await tx
      .insert(depositAccounts)
      .values({ companyId, fikenCompanySlug: slug, vatType, account, savedAt })
      .onConflictDoUpdate({
        target: [
          depositAccounts.companyId,
          depositAccounts.fikenCompanySlug,
          depositAccounts.vatType,
        ],
        set: { account, savedAt },
      })
  }
}
