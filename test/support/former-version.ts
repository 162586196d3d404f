import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres'
import { drizzle as overPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Db } from '#server/platform/database/database'
import type { TestWorld } from './world/world.ts'

const MIGRATIONS = 'migrations'

/**
 * Stops the product, takes its database back to the last migration of a former version, and starts
 * this version on it, which upgrades it: with the real migrations, over the rows that are there.
 *
 * @param last the number of that migration, e.g. "0044"
 * @param former rewrites rows as that version had stored them, in its own tables
 */
export async function upgradeFrom(
  world: Pick<TestWorld, 'product' | 'restart'>,
  last: string,
  ...former: readonly SQL[]
): Promise<void> {
  const { engine } = world.product.platform.database
  await world.restart({}, async () => {
    if (engine.kind === 'embedded') {
      const db = overPglite(engine.pglite)
      await downgrade(db, last, former)
      // The product is given this database open, and does not migrate it itself.
      await migratePglite(db, { migrationsFolder: MIGRATIONS })
      return
    }
    const client = new pg.Client({ connectionString: engine.url })
    await client.connect()
    try {
      await downgrade(overPostgres(client), last, former)
    } finally {
      await client.end()
    }
  })
}

async function downgrade(db: Db, last: string, former: readonly SQL[]): Promise<void> {
  const { entries } = JSON.parse(
    readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { tag: string; when: number }[] }
  const from = entries.find(({ tag }) => tag.startsWith(`${last}_`))
  if (!from) throw new Error(`there is no migration ${last}`)
  const newer = entries.filter(({ when }) => when > from.when)
  const statements = newer.flatMap(({ tag }) =>
    readFileSync(path.join(MIGRATIONS, `${tag}.sql`), 'utf8').split('--> statement-breakpoint'),
  )
  for (const statement of statements.reverse().flatMap(undoing))
    await db.execute(sql.raw(statement))
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at > ${from.when}`)
  for (const statement of former) await db.execute(statement)
}

/** What takes a statement of a migration back. What it had filled goes with its column. */
function undoing(statement: string): string[] {
  const text = statement.replace(/^\s*--.*$/gm, '').trim()
  const [, index] = /^CREATE (?:UNIQUE )?INDEX ("\w+")/.exec(text) ?? []
  if (index) return [`drop index ${index}`]
  const [, made] = /^CREATE TABLE ("\w+")/.exec(text) ?? []
  if (made) return [`drop table ${made}`]
  const [, table, what, name] =
    /^ALTER TABLE ("\w+") ADD (COLUMN|CONSTRAINT) ("\w+")/.exec(text) ?? []
  if (table) return [`alter table ${table} drop ${what} ${name}`]
  // What the former queue had there is nothing that outlives a stopped product.
  if (text === '' || /^(UPDATE|DROP SCHEMA) /.test(text)) return []
  throw new Error(`This cannot be taken back: ${text}`)
}
