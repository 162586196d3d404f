import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/database/database.ts'
import type { Keep } from '../../platform/database/keep-for.ts'

/** Deletes, or empties, the rows that the table's retention rule selects. */
export async function deleteOld(
  db: Db,
  table: PgTable,
  { old, emptied }: Extract<Keep, { old: unknown }>,
  before: Date,
): Promise<{ name: string; count: number }> {
  const one = { one: sql`1` }
  const gone = emptied
    ? await db.update(table).set(emptied).where(old(before)).returning(one)
    : await db.delete(table).where(old(before)).returning(one)
  return { name: getTableName(table), count: gone.length }
}
