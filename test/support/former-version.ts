import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as overPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { tokenField } from '#server/features/connections/tokens/grant-row'
import { rowsOf, type Db } from '#server/platform/database/database'
import type { Vault } from '#server/platform/vault'
import type { Vendor } from '#shared/contracts/connections'
import type { TestWorld } from './world/world.ts'

const MIGRATIONS = 'migrations'
/** Number of statements between two interruptions of an upgrade. */
const SOME = 3
const BREAKPOINT = '--> statement-breakpoint'
const BACKWARDS = path.join(import.meta.dirname, 'former')

/**
 * Stops the product, reverts its database to a former version's last migration, and restarts the
 * product, which then upgrades the existing rows with the real migrations.
 * @param last the number of the migration to revert to, e.g. "0044"
 * @param former statements that rewrite rows as the former version stored them, in its tables
 */
export async function upgradeFrom(
  world: Upgraded,
  last: string,
  ...former: readonly SQL[]
): Promise<void> {
  await onStopped(world, async (open) => {
    const { db, close } = await open()
    await downgrade(world, db, last, former)
    await close()
  })
}

type Upgraded = Pick<TestWorld, 'product' | 'restart'>

/**
 * Upgrades like upgradeFrom(), but first interrupts each migration at its end and after every third
 * statement. On a server the connection is killed; in the embedded database the statement fails.
 * @param check called after each interruption with the database as it was left
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
    await downgrade(world, first.db, last, former)
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
      // The product gets this database already open, and does not migrate it itself.
      await migrate(MIGRATIONS)
      return
    }
    await act(async () => {
      const client = new pg.Client({ connectionString: engine.url })
      // Ignores the error event of the killed connection.
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

async function downgrade(
  { product }: Upgraded,
  db: Db,
  last: string,
  former: readonly SQL[],
): Promise<void> {
  const newer = newerThan(last)
  if (newer.some(({ tag }) => tag === '0063_grants'))
    await sealForCompanies(db, product.platform.vault)
  for (const { tag } of newer.toReversed())
    for (const statement of backwards(tag)) await db.execute(sql.raw(statement))
  const [first] = newer
  await db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at >= ${first?.when ?? Infinity}`,
  )
  for (const statement of former) await db.execute(statement)
}

/** Seals the tokens of the grants as before migration 0063: for the company that used them. */
async function sealForCompanies(db: Db, vault: Vault): Promise<void> {
  const rows = await rowsOf<{ id: string; company: string; sealedFor: string } & Tokens>(
    db,
    sql`select g.id, g.vendor, g.access_token as access, g.refresh_token as refresh, g.sealed_for as "sealedFor", c.user_id as company
        from grants g join connections c on c.grant_id = g.id`,
  )
  for (const { id, company, sealedFor, vendor, access, refresh } of rows) {
    const anew = (kind: 'access' | 'refresh', sealed: string) => {
      const field = tokenField(vendor, kind)
      return vault.seal(vault.open(sealed, { ownerId: sealedFor, field }), {
        ownerId: company,
        field,
      })
    }
    await db.execute(
      sql`update grants set access_token = ${anew('access', access)}, refresh_token = ${refresh && anew('refresh', refresh)} where id = ${id}`,
    )
  }
}

interface Tokens {
  vendor: Vendor
  access: string
  refresh: string | null
}

function newerThan(last: string): { tag: string; when: number }[] {
  const { entries } = JSON.parse(
    readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
  ) as { entries: { tag: string; when: number }[] }
  const from = entries.find(({ tag }) => tag.startsWith(`${last}_`))
  if (!from) throw new Error(`there is no migration ${last}`)
  return entries.filter(({ when }) => when > from.when)
}

/**
 * Returns the statements that revert a migration: from a file in `former/` if one exists, otherwise
 * derived from the migration's own statements.
 */
function backwards(tag: string): string[] {
  const written = path.join(BACKWARDS, `${tag}.sql`)
  if (existsSync(written)) return statementsOf(written)
  return statementsOf(path.join(MIGRATIONS, `${tag}.sql`))
    .reverse()
    .flatMap(undoing)
}

const statementsOf = (file: string) => readFileSync(file, 'utf8').split(BREAKPOINT)

/** Returns the SQL that reverts one statement. Values of dropped columns are not restored. */
function undoing(statement: string): string[] {
  const text = statement.replace(/^\s*--.*$/gm, '').trim()
  const [, index] = /^CREATE (?:UNIQUE )?INDEX ("\w+")/.exec(text) ?? []
  if (index) return [`drop index ${index}`]
  const [, made] = /^CREATE TABLE ("\w+")/.exec(text) ?? []
  if (made) return [`drop table ${made}`]
  const [, table, what, name] =
    /^ALTER TABLE ("\w+") ADD (COLUMN|CONSTRAINT) ("\w+")/.exec(text) ?? []
  if (table) return [`alter table ${table} drop ${what} ${name}`]
  // Dropping the former queue's schema is not reverted, because a stopped product has nothing
  // queued.
  if (text === '' || /^(UPDATE|DROP SCHEMA) /.test(text)) return []
  throw new Error(`This cannot be taken back: ${text}`)
}
