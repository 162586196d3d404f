import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import type { SQL } from 'drizzle-orm'
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Log } from '../log.ts'
import { keepListening } from './listen.ts'
import { isDatabaseOut } from './outage.ts'
import { prepareRepeated } from './prepared.ts'

/**
 * The parameter of every store: the database or a transaction of it. The embedded database has ONE
 * connection, so inside a transaction only the transaction may be used (awaiting the outer one
 * waits forever), and nothing may wait for a network.
 */
export type Db = PgDatabase<PgQueryResultHKT>

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  engine: { kind: 'embedded'; pglite: PGlite } | { kind: 'postgres'; url: string; pool: pg.Pool }
  /** Notifies other processes; a hint, never a promise. */
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface OpenOptions {
  /** "postgres://…"; empty for the embedded database. */
  url: string
  folder: string
  migrations: string
  log: Log
  /** A dump to start an empty embedded database from (tests). */
  template?: Blob
  /** Keeps the embedded database in memory (tests). */
  inMemory?: boolean
  poolSize?: number
  /** Receives every error with which a PostgreSQL server refuses a statement. */
  refused?: (error: unknown) => void
  /** The longest time a statement may go unanswered; see {@link SILENCE_MS}. */
  silenceMs?: number
}

/**
 * Opens and migrates the database.
 * @throws Error when the folder is taken, the server does not answer, or a migration fails
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.url) return openPostgres(options)
  // Loaded on demand: the engine takes memory that a process on PostgreSQL should not spend.
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
  // Errors must be heard, or a connection cut by the server ends the process: the pool reports
  // those of idle connections, the client those between two statements of a transaction.
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
      // A pool throws when it is closed twice.
      if (!pool.ending) await pool.end()
    },
  }
}

/**
 * The time after which the locks of a process that stands still inside a transaction are released,
 * so that others can take its work.
 */
export const STANDSTILL_MS = 10_000

/**
 * The time after which a statement is considered lost: when a server's machine dies silently,
 * nothing else would notice for a quarter of an hour. Longer than any statement here takes.
 */
export const SILENCE_MS = 60_000

/**
 * Returns Drizzle's transaction, but always releases the connection: where even `begin` fails
 * because the server is gone, Drizzle keeps it, and after a few such failures the pool would be
 * empty for good.
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

/**
 * Reports every error of the connection, including those that callers catch. pg's types leave this
 * event out.
 */
function whatIsRefused(client: pg.PoolClient, refused: (error: unknown) => void): void {
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('errorMessage', refused)
}

/**
 * Migrates under an advisory lock, because several processes may start at once (PostgreSQL only).
 */
async function migrateOnce(options: OpenOptions): Promise<void> {
  // A connection without timeouts: migrating a large table, or waiting for another process, may
  // take long.
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

/** Returns the rows of a hand-written statement; both drivers return `{ rows }`. */
export async function rowsOf<T>(db: Db, statement: SQL): Promise<T[]> {
  const answer = (await db.execute(statement)) as { rows: T[] }
  return answer.rows
}

/** Returns true when the statement was the victim of a deadlock (40P01); none of it was done. */
export function isDeadlock(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '40P01'
}

/** Returns true for a unique violation (23505), of this constraint if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '23505') return false
  return constraint === undefined || ('constraint' in cause && cause.constraint === constraint)
}

/** Members that pg's types leave out. */
interface Inside {
  connection: { stream: Socket }
  /** False while a statement has not been answered. */
  readyForQuery: boolean
}

/**
 * Returns a client that closes its connection when a statement gets no answer. pg's own
 * `query_timeout` times each statement with a closure, by which every statement with its rows
 * outlives V8's young generation: 90 KB a second in an idle process. This one times the silence of
 * the connection.
 * @param silenceMs the longest silence while an answer is due
 */
function impatientClient(silenceMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const inside = this as unknown as Inside
      this.once('connect', () => {
        const { stream } = inside.connection
        stream.setTimeout(silenceMs)
        stream.on('timeout', () => {
          // The driver's wording, which outage.ts recognises.
          if (!inside.readyForQuery) stream.destroy(new Error('Query read timeout'))
        })
      })
    }
  }
}
