import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'

const MOST_TABLES = 8

/** Bytes of the whole database, and of the largest tables with their indexes. */
export async function databaseSize(
  db: Db,
): Promise<{ bytes: number; tables: { name: string; bytes: number }[] }> {
  const [whole] = await rowsOf<{ bytes: string }>(
    db,
    sql`select pg_database_size(current_database()) as bytes`,
  )
  const tables = await rowsOf<{ name: string; bytes: string }>(
    db,
    sql`select c.relname as name, pg_total_relation_size(c.oid) as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' order by 2 desc, 1 limit ${MOST_TABLES}`,
  )
  return {
    bytes: Number(whole?.bytes ?? 0),
    tables: tables.map(({ name, bytes }) => ({ name, bytes: Number(bytes) })),
  }
}
