import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import type pg from 'pg'
import type { Overrides } from '#server/compose'
import { type Environment, readConfig } from '#server/platform/config'
import { type Database, openDatabase } from '#server/platform/database/database'
import { MIGRATIONS } from '#server/platform/installed'
import { createLog } from '#server/platform/log'
import { STAGES } from '#shared/transfer-status'

/**
 * A step that the product has just taken, or is about to take, while draining a lane. Tests kill
 * the product at every such step.
 */
export interface Checkpoint {
  queue: string
  lane: string
  /**
   * The step's name, e.g. "before GET fiken /contacts", "after POST …" or "update transfers
   * (send)". The writes of one transaction are one step.
   */
  what: string
}

/** Queues with checkpoints: webhook to draft, collective days, bulk actions, bills and files. */
const WATCHED = ['intake', 'transfer-lane', 'collective', 'tasks', 'billing', 'attachments']
/** Queue and lane reported for all other work, such as a user's request. */
export const ELSEWHERE = { queue: 'elsewhere', lane: '' }
/**
 * Tables whose writes are not reported: those of the queue, and those of the limiter, because every
 * request already has two checkpoints.
 */
const NOT_OF_THE_ROAD = ['vendor_lanes', 'vendor_buckets', 'queue_lanes', 'queue_routines']

/**
 * Runs the product so that every vendor request and every committed write of a drain is reported to
 * `url`. The product continues when it gets a response; without a response it stays at the
 * checkpoint. New steps in the product get checkpoints automatically.
 * @param everywhere true also reports work outside the watched drains, as {@link ELSEWHERE}
 */
export async function withCheckpoints(
  url: string,
  environment: Environment,
  everywhere: boolean,
): Promise<Overrides> {
  const drains = new AsyncLocalStorage<{ queue: string; lane: string }>()
  const ask = globalThis.fetch
  const reach = async (what: string) => {
    const drain = drains.getStore() ?? (everywhere ? ELSEWHERE : undefined)
    if (drain)
      await ask(url, {
        method: 'POST',
        body: JSON.stringify({ ...drain, what } satisfies Checkpoint),
      })
  }

  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${shapeOf(input instanceof Request ? input.url : String(input))}`
    await reach(`before ${call}`)
    const answer = await ask(input, init)
    await reach(`after ${call}`)
    return answer
  }

  const { databaseUrl, dataDir, logLevel } = readConfig(environment)
  const database = await openDatabase({
    url: databaseUrl,
    folder: dataDir,
    migrations: MIGRATIONS,
    log: createLog(logLevel),
    poolSize: 8,
  })
  watchWrites(database, reach)
  return {
    database,
    aroundLanes: (queue) =>
      WATCHED.includes(queue.name)
        ? {
            ...queue,
            drain: (lane, signal) =>
              drains.run({ queue: queue.name, lane }, () => queue.drain(lane, signal)),
          }
        : // Leaves the context of a watched drain, which may have woken this queue.
          { ...queue, drain: (lane, signal) => drains.exit(() => queue.drain(lane, signal)) },
  }
}

/** Returns the vendor and path of a request, with ids that differ between customers replaced. */
function shapeOf(url: string): string {
  return new URL(url).pathname
    .replace(/^\/api_1\.0/, 'servicem8 ')
    .replace(/^\/api\/v2(\/companies\/[^/]+)?/, 'fiken ')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)\d+/g, ':id')
}

type Reach = (what: string) => Promise<void>
interface Answer {
  affectedRows?: number
  rowCount?: number | null
  rows?: unknown[]
}
type Query = (...args: unknown[]) => Promise<Answer>

function watchWrites({ engine }: Database, reach: Reach): void {
  if (engine.kind === 'embedded') watchEmbedded(engine.pglite, reach)
  else watchPool(engine.pool, reach)
}

function watchEmbedded(pglite: PGlite, reach: Reach): void {
  const query = pglite.query.bind(pglite) as Query
  const transaction = pglite.transaction.bind(pglite)
  const watched: Query = async (...args) => {
    const answer = await query(...args)
    const write = writeOf(args, written(answer))
    if (write) await reach(write)
    return answer
  }
  const watchedTransaction = async (work: (tx: Transaction) => Promise<unknown>) => {
    const writes: string[] = []
    const result = await transaction((tx) => {
      const inner = tx.query.bind(tx) as Query
      const noted: Query = async (...args) => {
        const answer = await inner(...args)
        writes.push(writeOf(args, written(answer)))
        return answer
      }
      return work(Object.assign(tx, { query: noted }))
    })
    await reachAll(writes, reach)
    return result
  }
  Object.assign(pglite, { query: watched, transaction: watchedTransaction })
}

function watchPool(pool: pg.Pool, reach: Reach): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const known = new WeakSet<pg.PoolClient>()
  const query = pool.query.bind(pool) as unknown as Query
  const watched: Query = async (...args) => {
    const answer = await query(...args)
    const write = writeOf(args, answer.rowCount)
    if (write) await reach(write)
    return answer
  }
  const watchedConnect = (...args: unknown[]) => {
    // A call with a callback is the pool's internal way to run a single statement.
    if (args.length > 0) return connect(...args)
    return (connect() as Promise<pg.PoolClient>).then((client) => {
      if (!known.has(client)) watchTransactions(client, reach)
      known.add(client)
      return client
    })
  }
  Object.assign(pool, { query: watched, connect: watchedConnect })
}

/**
 * Reports the writes of each transaction on a pooled connection. Statements of transactions are
 * awaited as promises; single statements use callbacks and are not recorded.
 */
function watchTransactions(client: pg.PoolClient, reach: Reach): void {
  const query = client.query.bind(client) as unknown as Query
  let writes: string[] = []
  const noted: Query = (...args) => {
    if (typeof args.at(-1) === 'function') return query(...args)
    return query(...args).then(async (answer) => {
      const text = textOf(args)
      if (text === 'begin') writes = []
      writes.push(writeOf(args, answer.rowCount))
      if (text === 'commit') await reachAll(writes, reach)
      return answer
    })
  }
  Object.assign(client, { query: noted })
}

async function reachAll(writes: readonly string[], reach: Reach): Promise<void> {
  const real = writes.filter(Boolean)
  if (real.length > 0) await reach(real.join(' and '))
}

/** Describes a write, e.g. "update transfers (send)"; "" when no watched table is written. */
function writeOf(args: readonly unknown[], rows: number | null | undefined): string {
  if (!rows) return ''
  const text = textOf(args)
  const parameters = Array.isArray(args[1]) ? (args[1] as unknown[]) : []
  const stage = STAGES.find(
    (one) => parameters.includes(one.stage) || text.includes(`stage = '${one.stage}'`),
  )
  const writes = [
    ...text.matchAll(/(?:^|\bas \()\s*(insert into|update|delete from)\s+"?(\w+)/gi),
  ].flatMap(([, verb = '', table = '']) => {
    if (NOT_OF_THE_ROAD.includes(table)) return []
    return [
      `${verb.toLowerCase()} ${table}${table === 'transfers' && stage ? ` (${stage.stage})` : ''}`,
    ]
  })
  return writes.join(' and ')
}

/** Returns the number of rows written; for a statement with CTEs, the number of rows returned. */
const written = ({ affectedRows, rows }: Answer) => affectedRows || rows?.length

function textOf([first]: readonly unknown[]): string {
  return typeof first === 'object' && first !== null && 'text' in first
    ? String(first.text)
    : String(first)
}
