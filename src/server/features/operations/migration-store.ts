import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { MIGRATIONS } from '../../platform/database/migrations.ts'

export interface Migrations {
  missing: number
  unknown: number
}

/**
 * The migrations of the database against those on the disk. They are applied before a process
 * listens, so a difference means that another version has been installed or has been here.
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
  return {
    missing: journal.entries.length - known,
    unknown: applied.size - known,
  }
}
