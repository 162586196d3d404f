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
 * The parameter of every store function: the database or a transaction. The embedded database has
 * ONE connection, so inside a transaction only the transaction may be used (awaiting the database
 * itself waits forever), and no network request may be awaited.
 */
export type Db = PgDatabase<PgQueryResultHKT>

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  engine: { kind: 'embedded'; pglite: PGlite } | { kind: 'postgres'; url: string; pool: pg.Pool }
  /** Sends a notification, which can be lost. */
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface OpenOptions {
  /** The address of the PostgreSQL server; empty for the embedded database. */
  url: string
  folder: string
  migrations: string
  log: Log
  template?: Blob
  inMemory?: boolean
  poolSize?: number
  refused?: (error: unknown) => void
  silenceMs?: number
}

/**
 * Opens and migrates the database.
 * @throws Error if the folder is in use, the server does not respond, or a migration fails
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.url) return openPostgres(options)
  // The module is imported on demand: the engine takes memory, which a process on PostgreSQL does
  // not need.
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
  // Error handlers are required, because an unhandled error event would end the process when the
  // server closes a connection. The pool reports errors of idle connections, the client those
  // between two statements of a transaction.
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
      // Closing a pool twice throws.
      if (!pool.ending) await pool.end()
    },
  }
}

/**
 * The timeout in milliseconds after which the locks of a process that hangs inside a transaction
 * are released, so that other processes can take over its work.
 */
export const STANDSTILL_MS = 10_000

/**
 * The timeout in milliseconds after which a statement is considered lost, longer than any of our
 * statements takes. Without this timeout, the silent death of a database server would go unnoticed
 * for a quarter of an hour.
 */
export const SILENCE_MS = 60_000

/**
 * Returns Drizzle's transaction function, changed so that it always releases the connection.
 * Drizzle keeps the connection when even `begin` fails because the server is gone; after a few such
 * failures the pool would be empty.
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
 * Reports every error of the connection, including errors that callers catch. pg's types do not
 * have the event.
 */
function whatIsRefused(client: pg.PoolClient, refused: (error: unknown) => void): void {
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('errorMessage', refused)
}

/**
 * Migrates the database under an advisory lock, because several processes can start at the same
 * time (PostgreSQL only).
 */
async function migrateOnce(options: OpenOptions): Promise<void> {
  // This connection has no timeouts, because migrating a large table, or waiting for another
  // process, can take long.
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

export async function rowsOf<T>(db: Db, statement: SQL): Promise<T[]> {
  const answer = (await db.execute(statement)) as { rows: T[] }
  return answer.rows
}

/**
 * Returns true if the statement was aborted to resolve a deadlock (40P01). Such a statement has
 * changed nothing.
 */
export function isDeadlock(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '40P01'
}

/** Returns true for a unique violation (23505), of `constraint` if it is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '23505') return false
  return constraint === undefined || ('constraint' in cause && cause.constraint === constraint)
}

interface Inside {
  connection: { stream: Socket }
  readyForQuery: boolean
}

/**
 * Returns a client class that closes its connection when a statement gets no response. pg's own
 * `query_timeout` keeps a closure with every statement and its rows until V8's old generation,
 * which costs 90 KB a second in an idle process. The returned class measures instead how long the
 * connection has been silent.
 * @param silenceMs maximum silence in milliseconds while a response is due
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
          // This is the driver's own message, which outage.ts recognises.
          if (!inside.readyForQuery) stream.destroy(new Error('Query read timeout'))
        })
      })
    }
  }
}
