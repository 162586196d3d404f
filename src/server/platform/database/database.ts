import type { EventEmitter } from 'node:events'
import type { PGlite } from '@electric-sql/pglite'
import type { SQL } from 'drizzle-orm'
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Log } from '../log.ts'
import { impatientClient } from './impatient-client.ts'
import { keepListening } from './listen.ts'
import { isDatabaseOut } from './outage.ts'
import { prepareRepeated } from './prepared.ts'

/**
 * What a store takes: the database or a transaction of it. On the embedded database there is ONE
 * connection, so inside a transaction only the transaction may be used (awaiting the outer one
 * waits forever), and nothing may wait for a network.
 */
export type Db = PgDatabase<PgQueryResultHKT>

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  /** What the queue needs to share the connection. */
  engine: { kind: 'embedded'; pglite: PGlite } | { kind: 'postgres'; url: string; pool: pg.Pool }
  /** Notifies other processes; a hint, never a promise. */
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface OpenOptions {
  /** "postgres://…"; empty = embedded. */
  url: string
  /** Folder of the embedded database. */
  folder: string
  migrations: string
  log: Log
  /** A dump to start an empty embedded database from (tests). */
  template?: Blob
  /** Keep the embedded database in memory (tests). */
  inMemory?: boolean
  poolSize?: number
  /** Told what a server has refused. */
  refused?: (error: unknown) => void
  /** How long a statement may go unanswered; see {@link SILENCE_MS}. */
  silenceMs?: number
}

/**
 * Opens and migrates. Throws when the folder is taken, the server does not answer, or a migration
 * fails.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.url) return openPostgres(options)
  // The engine takes memory, which a process on PostgreSQL should not.
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(options)
}

async function openPostgres(options: OpenOptions): Promise<Database> {
  const { silenceMs = SILENCE_MS } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: STANDSTILL_MS,
    Client: impatientClient(silenceMs),
    keepAlive: true,
  })
  // A connection that the server cuts must not end the process: the pool is notified of idle ones,
  // and a client between two statements of a transaction hears nothing.
  pool.on('error', (err) => options.log.warn({ err }, 'a database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (err) => options.log.debug({ err }, 'a database connection broke'))
    if (options.refused) whatIsRefused(client, options.refused)
    prepareRepeated(client)
  })
  const db = Object.assign(overPostgres(pool), { transaction: transactionsOf(pool) })
  try {
    await migrateOnce(options)
  } catch (error) {
    await pool.end()
    throw error
  }
  const listeners = new Set<() => Promise<void>>()
  return {
    db: db as unknown as Db,
    kind: 'postgres',
    engine: { kind: 'postgres', url: options.url, pool },
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    },
    listen: async (channel, heard) => {
      const stop = await keepListening(
        { url: options.url, log: options.log, silenceMs },
        channel,
        heard,
      )
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },
    close: async () => {
      await Promise.all([...listeners].map((stop) => stop()))
      // Closing twice is closing: a pool would throw.
      if (!pool.ending) await pool.end()
    },
  }
}

/**
 * Locks of a process that stands still in the middle of a transaction are given up after this long,
 * so that others can take its work.
 */
export const STANDSTILL_MS = 10_000

/**
 * A statement without an answer for this long will get none: the network swallows what is sent,
 * as when a server's machine dies silently, and nothing else would notice for a quarter of an hour.
 * Longer than anything here takes.
 */
export const SILENCE_MS = 60_000

/**
 * Drizzle's own, but with the connection always handed back: where even `begin` fails, because
 * the server is gone, Drizzle keeps it, and after a few such failures the pool would be empty for
 * good.
 */
function transactionsOf(pool: pg.Pool): ReturnType<typeof overPostgres>['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    let broken = false
    try {
      return await overPostgres(client).transaction(work, config)
    } catch (error) {
      broken = isDatabaseOut(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** Whoever catches an error may keep it; here each passes by. pg's types leave this out. */
function whatIsRefused(client: pg.PoolClient, refused: (error: unknown) => void): void {
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('errorMessage', refused)
}

/**
 * Several processes may start at once; the advisory lock lets one migrate while the others wait.
 * (PostgreSQL only.)
 */
async function migrateOnce(options: OpenOptions): Promise<void> {
  // A connection of its own: a migration of a large table, or waiting for another process's, may
  // take as long as it takes.
  const client = new pg.Client({
    connectionString: options.url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', (err) => options.log.warn({ err }, 'the migrating connection was lost'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(726451)')
    await migratePostgres(overPostgres(client), { migrationsFolder: options.migrations })
    await client.query('select pg_advisory_unlock(726451)')
  } finally {
    await client.end()
  }
}

/** Rows of a hand-written statement; both drivers return `{ rows }`. */
export async function rowsOf<T>(db: Db, statement: SQL): Promise<T[]> {
  const answer = (await db.execute(statement)) as { rows: T[] }
  return answer.rows
}

/**
 * Was this statement the victim of a deadlock (40P01)? Nothing of it was done.
 */
export function isDeadlock(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '40P01'
}

/** Is this a unique violation (23505) of this constraint? */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '23505') return false
  return constraint === undefined || ('constraint' in cause && cause.constraint === constraint)
}
