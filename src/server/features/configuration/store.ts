import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import { fikenCompanies } from '../connections/tables.ts'
import { configurations, vatMappings } from './tables.ts'

export type ConfigurationRow = typeof configurations.$inferSelect
export type StoredMapping = typeof vatMappings.$inferSelect

/** The row, made with its defaults when the user has none yet. Two at once make one. */
export async function findOrMakeConfiguration(db: Db, userId: string): Promise<ConfigurationRow> {
  const found = await findConfiguration(db, userId)
  if (found) return found
  await db
    .insert(configurations)
    .values({ id: randomUUID(), userId, createdAt: sql`now()`, updatedAt: sql`now()` })
    .onConflictDoNothing({ target: configurations.userId })
  const made = await findConfiguration(db, userId)
  if (!made) throw new Error('A configuration could not be made: the user does not exist')
  return made
}

async function findConfiguration(db: Db, userId: string): Promise<ConfigurationRow | undefined> {
  const [row] = await readConfigurations(db, { userId })
  return row
}

const readConfigurations = rowsTogether(configurations, ['userId'])

/** Writes only the keys that change, so that two saves of different keys both stand. */
export async function changeConfiguration(
  db: Db,
  userId: string,
  changes: Partial<Omit<ConfigurationRow, 'id' | 'userId' | 'createdAt' | 'updatedAt'>>,
  at: Date,
): Promise<ConfigurationRow> {
  const [row] = await db
    .update(configurations)
    .set({ ...changes, updatedAt: at })
    .where(eq(configurations.userId, userId))
    .returning()
  if (!row) throw new Error('There is no configuration to change')
  return row
}

export async function mappingsOf(db: Db, userId: string, slug: string): Promise<StoredMapping[]> {
  return readMappings(db, { userId, fikenCompanySlug: slug })
}

const readMappings = rowsTogether(vatMappings, ['userId', 'fikenCompanySlug'])

/** Inside a transaction: all rows or none. */
export async function saveMappings(db: Db, rows: readonly StoredMapping[]): Promise<void> {
  for (const row of rows) {
    const { vatType, goodsAccount, serviceAccount, confirmed, updatedAt } = row
    await db
      .insert(vatMappings)
      .values(row)
      .onConflictDoUpdate({
        target: [vatMappings.userId, vatMappings.fikenCompanySlug, vatMappings.taxRateUuid],
        set: { vatType, goodsAccount, serviceAccount, confirmed, updatedAt },
      })
  }
}

/** What we keep of the company without asking anybody; null when it has never been read. */
export async function knownCompany(db: Db, userId: string, slug: string) {
  const [row] = await db
    .select({ name: fikenCompanies.name, vatRegistered: fikenCompanies.vatRegistered, accounts: fikenCompanies.accounts })
    .from(fikenCompanies)
    .where(and(eq(fikenCompanies.userId, userId), eq(fikenCompanies.slug, slug)))
  return row ?? null
}

/** Tax rates on lines of transfers that are not done: an inactive rate that a waiting job uses must still be shown. */
export async function ratesInUse(db: Db, userId: string): Promise<Set<string>> {
  const rows = await rowsOf<{ rate: string | null }>(
    db,
    sql`select distinct line ->> 'taxRateUuid' as rate
        from transfers t, jsonb_array_elements(case when jsonb_typeof(t.snapshot -> 'lines') = 'array' then t.snapshot -> 'lines' else '[]' end) line
        where t.user_id = ${userId} and t.status <> 'completed' and not t.skip_transfer`,
  )
  return new Set(rows.flatMap((r) => (r.rate ? [r.rate] : [])))
}
