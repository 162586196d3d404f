import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as overPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Db } from '#server/platform/database/database'
import type { TestWorld } from './world/world.ts'

const MIGRATIONS = 'migrations'
/** The number of statements between two points at which an upgrade is broken off. */
const SOME = 3
const BREAKPOINT = '--> statement-breakpoint'
const BACKWARDS = path.join(import.meta.dirname, 'former')

/**
 * Stops the product, takes its database back to the last migration of a former version, and starts
 * this version on it, which upgrades it: with the real migrations, over the rows that are there.
 * @param last the number of that migration, e.g. "0044"
 * @param former rewrites rows as that version had stored them, in its own tables
 */
export async function upgradeFrom(
  world: Upgraded,
  last: string,
  ...former: readonly SQL[]
): Promise<void> {
  await onStopped(world, async (open) => {
    const { db, close } = await open()
    await downgrade(db, last, former)
    await close()
  })
}

type Upgraded = Pick<TestWorld, 'product' | 'restart'>

/**
 * Upgrades as upgradeFrom() does, but first breaks the upgrade off at its end and at every third
 * statement: on a server the connection is killed, in the embedded database the statement fails.
 * @param check called after each break, on the database as it was left
 */
export async function upgradeBrokenOffFrom(
  world: Upgraded,
  last: string,
  check: (db: Db, at: string) => Promise<void>,
  ...former: readonly SQL[]
): Promise<void> {
  const { kind } = world.product.platform.database.engine
  const broken =
    kind === 'embedded' ? 'select 1/0' : 'select pg_terminate_backend(pg_backend_pid())'
  await onStopped(world, async (open) => {
    const first = await open()
    await downgrade(first.db, last, former)
    await first.close()
    for (const { tag } of newerThan(last)) {
      const count = statementsOf(path.join(MIGRATIONS, `${tag}.sql`)).length
      for (let at = count; at >= 0; at -= SOME) {
        const { migrate, close } = await open()
        const folder = withBreak(tag, at, broken)
        await migrate(folder).then(
          () => {
            throw new Error(`${tag} was not broken off at ${at}`)
          },
          () => undefined,
        )
        rmSync(folder, { recursive: true })
        await close()
        const left = await open()
        await check(left.db, `${tag}, statement ${at}`)
        await left.close()
      }
    }
  })
}

/** Copies the migrations, one of them broken off before its statement number `at`. */
function withBreak(tag: string, at: number, broken: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  const statements = statementsOf(path.join(folder, `${tag}.sql`))
  statements.splice(at, 0, broken)
  writeFileSync(path.join(folder, `${tag}.sql`), statements.join(BREAKPOINT))
  return folder
}

interface Opened {
  db: Db
  migrate: (folder: string) => Promise<void>
  close: () => Promise<void>
}

/** Works on the database while the product is stopped; it is brought up to date afterwards. */
async function onStopped(
  world: Upgraded,
  act: (open: () => Promise<Opened>) => Promise<void>,
): Promise<void> {
  const { engine } = world.product.platform.database
  await world.restart({}, async () => {
    if (engine.kind === 'embedded') {
      const db = overPglite(engine.pglite)
      const migrate = (folder: string) => migratePglite(db, { migrationsFolder: folder })
      await act(() => Promise.resolve({ db, migrate, close: () => Promise.resolve() }))
      // The product is given this database open, and does not migrate it itself.
      await migrate(MIGRATIONS)
      return
    }
    await act(async () => {
      const client = new pg.Client({ connectionString: engine.url })
      // The error of a connection that is killed.
      client.on('error', () => undefined)
      await client.connect()
      const db = overPostgres(client)
      return {
        db,
        migrate: (folder) => migratePostgres(db, { migrationsFolder: folder }),
        close: () => client.end(),
      }
    })
  })
}

async function downgrade(db: Db, last: string, former: readonly SQL[]): Promise<void> {
  const newer = newerThan(last)
  for (const { tag } of newer.toReversed())
    for (const statement of backwards(tag)) await db.execute(sql.raw(statement))
  const [first] = newer
  await db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at >= ${first?.when ?? Infinity}`,
  )
  for (const statement of former) await db.execute(statement)
}

/** Returns the migrations after this one, the oldest first. */
function newerThan(last: string): { tag: string; when: number }[] {
  const { entries } = JSON.parse(
    readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { tag: string; when: number }[] }
  const from = entries.find(({ tag }) => tag.startsWith(`${last}_`))
  if (!from) throw new Error(`there is no migration ${last}`)
  return entries.filter(({ when }) => when > from.when)
}

/**
 * Returns the statements that take a migration back, from a file of its own where its statements
 * alone do not suffice.
 */
function backwards(tag: string): string[] {
  const written = path.join(BACKWARDS, `${tag}.sql`)
  if (existsSync(written)) return statementsOf(written)
  return statementsOf(path.join(MIGRATIONS, `${tag}.sql`))
    .reverse()
    .flatMap(undoing)
}

const statementsOf = (file: string) => readFileSync(file, 'utf8').split(BREAKPOINT)

/** Returns the statement that takes a migration's statement back; values go with their column. */
function undoing(statement: string): string[] {
  const text = statement.replace(/^\s*--.*$/gm, '').trim()
  const [, index] = /^CREATE (?:UNIQUE )?INDEX ("\w+")/.exec(text) ?? []
  if (index) return [`drop index ${index}`]
  const [, made] = /^CREATE TABLE ("\w+")/.exec(text) ?? []
  if (made) return [`drop table ${made}`]
  const [, table, what, name] =
    /^ALTER TABLE ("\w+") ADD (COLUMN|CONSTRAINT) ("\w+")/.exec(text) ?? []
  if (table) return [`alter table ${table} drop ${what} ${name}`]
  // Nothing in the former queue outlives a stopped product.
  if (text === '' || /^(UPDATE|DROP SCHEMA) /.test(text)) return []
  throw new Error(`This cannot be taken back: ${text}`)
}
