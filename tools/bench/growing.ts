import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './support/child.ts'
import { cpuMsOf } from './support/dist-product.ts'
import { compared, ms, perSecond, type Result } from './support/figures.ts'
import { idleTenants } from './support/idle-tenants.ts'
import { giveShare } from './support/processor-share.ts'
import type { Stage } from './support/stage.ts'
import { drain, recordTransfer } from './support/transfers.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

const LATENCY_MS = 300
/** Part of a core that each worker gets, so that eight of them leave room on two cores. */
const SHARE = 0.1
const SAMPLE_MS = 50
/** Connections of each process, so that eight workers fit into a server's usual hundred. */
const PACE = { ...UNPACED, poolSize: 6 }

/** What a transfer may cost more when there are a hundred times as many tenants. */
const LITTLE_MORE = { most: 1.5 }

/** What a transfer costs, and how many a second were made. */
interface Cost {
  perSecond: number
  statements: number
  lockMs: number
  workerMs: number
  databaseMs: number
}

/**
 * Measures what more workers add with ever more tenants in one PostgreSQL: lanes are drained while
 * the vendors take 300 ms and each worker has a tenth of a core, so that what limits a worker is not
 * the machine. Where no share can be given, throughput is not measured. What a transfer costs is
 * measured in either case.
 */
export async function growing(stage: Stage): Promise<Result[]> {
  if (stage.kind === 'embedded') return []
  const size = stage.smoke
    ? { tenants: [5, 10], workers: [1, 2], lanes: 2, each: 2 }
    : { tenants: [1_000, 10_000, 100_000], workers: [2, 4, 8], lanes: 60, each: 25 }
  return stage.inWorld(PACE, async (world) => {
    const [model, ...people] = await world.customers(size.lanes + 1)
    if (!model) throw new Error('nobody registered')
    for (const person of people) await recordTransfer(world, person)
    await world.sandbox.ask('latency', LATENCY_MS)
    const results: Result[] = []
    let made = 0
    let few: Cost | null = null
    for (const tenants of size.tenants) {
      await idleTenants(world, model, tenants - made)
      made = tenants
      const { costs, limited } = await moreAndMore(world, people, size)
      const [first, ...others] = costs
      const last = costs.at(-1)
      if (!first || !last) throw new Error('nothing was measured')
      const among = `among ${shown(tenants)} tenants`
      results.push(
        ...others.map((cost, index) => {
          const what = `throughput ${among}, ${size.workers[index + 1]} workers / ${size.workers[0]}`
          return limited
            ? compared(what, perSecond, cost.perSecond, first.perSecond, null)
            : { what, ours: 'not measured', against: '', ratio: Number.NaN, target: null }
        }),
      )
      if (few)
        results.push(
          ...against(last, few, `${shown(tenants)} tenants / ${shown(size.tenants[0] ?? 0)}`),
        )
      else few = last
    }
    return results
  })
}

/** Measures with each number of workers; `limited` tells whether each had its share of a core. */
async function moreAndMore(
  world: BenchWorld,
  people: readonly Customer[],
  { workers: counts, each }: { workers: readonly number[]; each: number },
): Promise<{ costs: Cost[]; limited: boolean }> {
  // The first process only serves users and wakes the workers.
  await world.restart(PACE, { ROLE: 'web' })
  const workers: Child[] = []
  const removals: (() => Promise<void>)[] = []
  const costs: Cost[] = []
  for (const count of counts) {
    const more = await world.workers(count - workers.length, PACE)
    workers.push(...more)
    const remove = await giveShare(
      more.map(({ pid }) => pid),
      SHARE,
    )
    if (remove) removals.push(remove)
    await drain(world, people, 2)
    costs.push(await costOf(world, people, workers, each))
  }
  for (const worker of workers) await worker.stop()
  for (const remove of removals) await remove()
  return { costs, limited: removals.length === counts.length }
}

const against = (cost: Cost, few: Cost, where: string): Result[] => [
  compared(`${where}: statements a transfer`, one, cost.statements, few.statements, LITTLE_MORE),
  compared(`${where}: locks waited for, a transfer`, ms, cost.lockMs, few.lockMs, null),
  compared(
    `${where}: workers, processor time a transfer`,
    ms,
    cost.workerMs,
    few.workerMs,
    LITTLE_MORE,
  ),
  compared(
    `${where}: PostgreSQL, processor time a transfer`,
    ms,
    cost.databaseMs,
    few.databaseMs,
    LITTLE_MORE,
  ),
]
const shown = (count: number) => count.toLocaleString('en')
const one = (value: number) => value.toFixed(1)

async function costOf(
  world: BenchWorld,
  people: readonly Customer[],
  workers: readonly Child[],
  each: number,
): Promise<Cost> {
  const used = async () => {
    const of = await Promise.all(
      workers.map((one) => one.ask<{ cpuMs: number; statements: number }>('usage')),
    )
    return {
      workerMs: of.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      statements: of.reduce((sum, { statements }) => sum + statements, 0),
      database: await databaseCpuMs(world),
    }
  }
  const before = await used()
  const locks = sampleLocks(world)
  const rate = await drain(world, people, each)
  const lockMs = await locks.stop()
  const after = await used()
  const transfers = people.length * each
  const databaseMs = [...after.database].reduce(
    (sum, [pid, spent]) => sum + spent - (before.database.get(pid) ?? 0),
    0,
  )
  return {
    perSecond: rate,
    lockMs: lockMs / transfers,
    statements: (after.statements - before.statements) / transfers,
    workerMs: (after.workerMs - before.workerMs) / transfers,
    databaseMs: databaseMs / transfers,
  }
}

/** Returns the processor time of each of the server's processes that serves this database. */
async function databaseCpuMs(world: BenchWorld): Promise<Map<number, number>> {
  const rows = await world.sql<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  return new Map(
    await Promise.all(
      rows.map(async ({ pid }) => [pid, await cpuMsOf(pid).catch(() => 0)] as const),
    ),
  )
}

/** Looks again and again how many wait for a lock, and adds up the time between two looks. */
function sampleLocks(world: BenchWorld): { stop: () => Promise<number> } {
  const over = new AbortController()
  const sampled = (async () => {
    let waited = 0
    let last = performance.now()
    while (!over.signal.aborted) {
      await pause(SAMPLE_MS)
      const [row] = await world.sql<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      const now = performance.now()
      waited += (row?.n ?? 0) * (now - last)
      last = now
    }
    return waited
  })()
  return {
    stop: () => {
      over.abort()
      return sampled
    },
  }
}
