import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { sheet, type Finding } from './finding.ts'

const EXTENSIONS = ['pg_trgm', 'btree_gin'] as const
const LEAST_VERSION = 150_000
const PATIENCE_MS = 10_000
const MOST_CLOCK_DIFFERENCE_MS = 5_000

interface Seen {
  version: number
  encoding: string
  now: Date
  may_create: boolean
  installed: string[]
  available: string[]
  may_make_tables: boolean
}

/** Checks the database. Creates nothing and does not open the embedded database. */
export async function database(config: Config, clock: Clock): Promise<Finding[]> {
  const { ok, warning, problem, findings } = sheet('database')
  if (config.databaseUrl === '') {
    const has = existsSync(path.join(config.dataDir, 'database'))
    ok(`The embedded one, under ${config.dataDir}${has ? '' : ' (made at the first start)'}.`)
    if (config.production)
      warning(
        'The embedded database is for one small installation: one process, and no backup while it runs.',
        'For customers set DATABASE_URL to a PostgreSQL 15 or newer.',
      )
    return findings
  }
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const asked = clock.now()
    const { rows } = await client.query<Seen>(QUESTIONS, [EXTENSIONS])
    const [seen] = rows
    if (seen) judge(seen, (asked + clock.now()) / 2)
  } catch (error) {
    const { says, fix } = whyNot(error)
    problem(says, fix)
  } finally {
    await client.end().catch(() => undefined)
  }
  return findings

  function judge(seen: Seen, at: number): void {
    const major = Math.floor(seen.version / 10_000)
    if (seen.version < LEAST_VERSION)
      problem(`PostgreSQL ${major} is too old.`, 'Use PostgreSQL 15 or newer.')
    else ok(`PostgreSQL ${major} answers.`)
    if (seen.encoding !== 'UTF8')
      problem(
        `The database’s encoding is ${seen.encoding}: names with æ, ø and å cannot be stored.`,
        "Make it again with: create database … encoding 'UTF8' template template0",
      )
    if (!seen.may_make_tables)
      problem(
        'The user of DATABASE_URL may not make tables in the schema public.',
        'As its owner: grant create on schema public to <user>, or make the user the database’s owner.',
      )
    for (const name of EXTENSIONS) {
      if (seen.installed.includes(name)) continue
      if (!seen.available.includes(name))
        problem(
          `The extension ${name} is not on the server.`,
          'Install PostgreSQL’s contrib package (Debian: postgresql-contrib), or ask the host to allow it.',
        )
      else if (!seen.may_create)
        problem(
          `The extension ${name} is not in the database, and the user may not add it.`,
          `As the database’s owner: create extension ${name}`,
        )
      else ok(`The extension ${name} is added at the first start.`)
    }
    if (EXTENSIONS.every((name) => seen.installed.includes(name)))
      ok(`The extensions ${EXTENSIONS.join(' and ')} are there.`)
    const away = Math.abs(seen.now.getTime() - at)
    if (away > MOST_CLOCK_DIFFERENCE_MS)
      problem(
        `The database’s clock is ${Math.round(away / 1_000)} s from this machine’s.`,
        'Synchronise both (timedatectl set-ntp true).',
      )
  }
}

const QUESTIONS = `
  select current_setting('server_version_num')::int as version,
         current_setting('server_encoding') as encoding,
         clock_timestamp() as now,
         has_database_privilege(current_database(), 'create') as may_create,
         has_schema_privilege('public', 'create') as may_make_tables,
         array(select extname::text from pg_extension where extname = any($1)) as installed,
         array(select name::text from pg_available_extensions where name = any($1)) as available`

function whyNot(error: unknown): { says: string; fix: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words = error instanceof Error && error.message !== '' ? error.message : code
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        says: `No PostgreSQL answers at DATABASE_URL (${code}).`,
        fix: 'Is it running, and are host and port right? Is a firewall in between?',
      }
    case '28P01':
    case '28000':
      return {
        says: 'PostgreSQL refuses the user or password of DATABASE_URL.',
        fix: 'Correct it; characters like @ and / in the password must be percent-encoded.',
      }
    case '3D000':
      return {
        says: 'The database that DATABASE_URL names does not exist.',
        fix: 'As root: sudo -u postgres createdb --owner=<user> --encoding=UTF8 --template=template0 <name>',
      }
    default:
      return {
        says: `The database cannot be used: ${words}.`,
        fix: 'Look at PostgreSQL’s own log.',
      }
  }
}
