import type { VatType } from '#clients/fiken/types'
import type { Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import type { DepositAccounts } from './deposit-accounts.ts'
import { depositAccounts } from './tables.ts'
import { isVatType } from './vat-accounts.ts'

const readAccounts = rowsTogether(depositAccounts, ['userId', 'fikenCompanySlug'])

export async function storedDepositAccounts(
  db: Db,
  userId: string,
  slug: string,
): Promise<DepositAccounts> {
  const rows = await readAccounts(db, { userId, fikenCompanySlug: slug })
  return Object.fromEntries(
    rows.flatMap(({ vatType, account }) => (isVatType(vatType) ? [[vatType, account]] : [])),
  )
}

/** Inside a transaction. Those of other VAT types stay. */
export async function saveDepositAccounts(
  tx: Db,
  userId: string,
  slug: string,
  accounts: DepositAccounts,
  savedAt: Date,
): Promise<void> {
  for (const [vatType, account] of Object.entries(accounts) as [VatType, string][]) {
    await tx
      .insert(depositAccounts)
      .values({ userId, fikenCompanySlug: slug, vatType, account, savedAt })
      .onConflictDoUpdate({
        target: [depositAccounts.userId, depositAccounts.fikenCompanySlug, depositAccounts.vatType],
        set: { account, savedAt },
      })
  }
}
