import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import { vatMappings } from './tables.ts'

export type StoredMapping = typeof vatMappings.$inferSelect

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

/**
 * Tax rates on lines of transfers that are not done: an inactive rate that a waiting job uses must
 * still be shown.
 */
export async function ratesInUse(db: Db, userId: string): Promise<Set<string>> {
  const rows = await rowsOf<{ rate: string | null }>(
    db,
    sql`select distinct line ->> 'taxRateUuid' as rate
        from transfers t, jsonb_array_elements(case when jsonb_typeof(t.snapshot -> 'lines') = 'array' then t.snapshot -> 'lines' else '[]' end) line
        where t.user_id = ${userId} and t.status <> 'completed' and not t.skip_transfer`,
  )
  return new Set(rows.flatMap((r) => (r.rate ? [r.rate] : [])))
}
