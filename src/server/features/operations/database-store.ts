import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../../platform/database/database.ts'
import { MIGRATIONS } from '../../platform/installed.ts'

const MOST_TABLES = 8

/** Returns the size in bytes of the database, and of the largest tables with their indexes. */
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

export interface Migrations {
  missing: number
  unknown: number
}

/**
 * Compares the migrations applied to the database with the migrations on disk. A process applies
 * migrations before it accepts requests, so a difference means that another version has been
 * installed or has run against this database.
 */
export async function migrationState(db: Db): Promise<Migrations> {
  const journal = JSON.parse(
    await readFile(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { when: number }[] }
  const rows = await rowsOf<{ at: string }>(
    db,
    sql`select created_at as at from drizzle.__drizzle_migrations`,
  )
  const applied = new Set(rows.map(({ at }) => Number(at)))
  const known = journal.entries.filter(({ when }) => applied.has(when)).length
  return { missing: journal.entries.length - known, unknown: applied.size - known }
}
