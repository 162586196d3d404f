import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { rowsOf, type Db } from './database.ts'

export interface Part {
  table: PgTable
  key: readonly PgColumn[]
  which: SQL | undefined
}

/**
 * Returns a string that changes whenever one of the given rows is added, changed or deleted. The
 * string is computed from each row's key and `xmin`, the transaction that wrote the row
 * (PostgreSQL's manual, "System Columns"), so the rows' contents are not read.
 */
export async function fingerprintOf(db: Db, parts: readonly Part[]): Promise<string> {
  const of = ({ table, key, which }: Part) => {
    const row = sql.join([...key, sql`${table}.xmin`], sql` || ' ' || `)
    return sql`(select count(*) || '/' || coalesce(sum(hashtextextended(${row}, 0)), 0)
                from ${table} where ${which ?? sql`true`})`
  }
  const [found] = await rowsOf<{ print: string }>(
    db,
    sql`select ${sql.join(parts.map(of), sql` || ' ' || `)} as print`,
  )
  return found?.print ?? ''
}
