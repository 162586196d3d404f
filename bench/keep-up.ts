import { until } from '#test/support/wait'
import { perSecond } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld } from './support/world.ts'

const LATENCY_MS = 300
/** How many tenants one process is to keep up with. */
const TENANTS = 10_000

/** What comes again and again for everybody: how often, how it becomes due, and when it was done. */
const RECURRING = [
  {
    what: 'sweeps',
    everyMs: 15 * 60_000,
    makeDue: `update job_sweeps set next_at = date_trunc('milliseconds', now()) - interval '1 minute'`,
    done: `select count(*)::int as n from job_sweeps where next_at > now()`,
  },
  {
    what: 'copies of lists',
    everyMs: 15 * 60_000,
    makeDue: `update mirror_cursors set completed_at = date_trunc('milliseconds', now()) - interval '1 day' where mirror = 'refresh'`,
    done: `select count(*)::int as n from mirror_cursors where mirror = 'refresh' and completed_at > now() - interval '1 hour'`,
  },
  {
    what: 'readings of payments',
    everyMs: 60 * 60_000,
    makeDue: `update mirror_cursors set completed_at = date_trunc('milliseconds', now()) - interval '1 day' where mirror = 'payments' and scope = ''`,
    done: `select count(*)::int as n from mirror_cursors where mirror = 'payments' and scope = '' and completed_at > now() - interval '1 hour'`,
  },
] as const

/**
 * How many tenants' recurring work one process gets through with vendors that take 300 ms for an
 * answer, against what ten thousand tenants need. Fiken's pace holds for each tenant.
 */
export async function keepUp(stage: Stage) {
  const tenants = stage.smoke ? 2 : 300
  const world = await stage.start(UNPACED)
  try {
    await world.customers(tenants)
    for (const one of RECURRING) await allDone(world, one, tenants)
    await world.restart({})
    await world.sandbox.ask('latency', LATENCY_MS)
    await world.sandbox.ask('throttle', 4)
    const results = []
    for (const one of RECURRING) {
      const started = performance.now()
      await world.sql(one.makeDue)
      await allDone(world, one, tenants)
      const rate = tenants / ((performance.now() - started) / 1_000)
      const needed = TENANTS / (one.everyMs / 1_000)
      results.push({
        what: `${one.what} with vendors that take ${LATENCY_MS} ms / what ${TENANTS.toLocaleString('en')} tenants need`,
        ours: perSecond(rate),
        against: perSecond(needed),
        ratio: rate / needed,
        target: { least: 1 },
      })
    }
    return results
  } finally {
    await world.stop()
  }
}

const allDone = (
  world: BenchWorld,
  { what, done }: { what: string; done: string },
  tenants: number,
): Promise<unknown> =>
  until(
    `the ${what} to be done`,
    async () => {
      const [row] = await world.sql<{ n: number }>(done)
      return (row?.n ?? 0) >= tenants
    },
    600_000,
  )
