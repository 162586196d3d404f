import { until } from '#test/support/wait'
import { compared, perSecond, seconds } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld } from './support/world.ts'

const LATENCY_MS = 300
const TENANTS = 10_000

const QUARTER_MS = 15 * 60_000

/** Kinds of recurring work: interval, SQL that makes work due, and SQL that counts what is done. */
const RECURRING = [
  {
    what: 'sweeps',
    everyMs: QUARTER_MS,
    makeDue: `update job_sweeps set next_at = date_trunc('milliseconds', now()) - interval '1 minute'`,
    done: `select count(*)::int as n from job_sweeps where next_at > now()`,
  },
  {
    what: 'copies of lists',
    everyMs: QUARTER_MS,
    makeDue: `update mirror_cursors set completed_at = date_trunc('milliseconds', now()) - interval '1 day' where mirror = 'refresh'`,
    done: `select count(*)::int as n from mirror_cursors where mirror = 'refresh' and completed_at > now() - interval '1 hour'`,
  },
  {
    what: 'readings of payments',
    everyMs: 4 * QUARTER_MS,
    makeDue: `update mirror_cursors set completed_at = date_trunc('milliseconds', now()) - interval '1 day' where mirror = 'payments' and scope = ''`,
    done: `select count(*)::int as n from mirror_cursors where mirror = 'payments' and scope = '' and completed_at > now() - interval '1 hour'`,
  },
] as const

/**
 * Measures how much recurring work one process completes with vendors that take 300 ms per
 * response, against the need of ten thousand tenants: each kind of work alone, then an hour's work
 * of all kinds together. Fiken's pace applies to each tenant.
 */
export async function keepUp(stage: Stage) {
  const tenants = stage.smoke ? 2 : 300
  return stage.inWorld(UNPACED, async (world) => {
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
      results.push(
        compared(
          `${one.what} with vendors that take ${LATENCY_MS} ms / what ${TENANTS.toLocaleString('en')} tenants need`,
          perSecond,
          rate,
          needed,
          { least: 1 },
        ),
      )
    }
    results.push(await together(world, tenants))
    return results
  })
}

/** Measures an hour's work for all tenants; 15-minute work is done four times. */
async function together(world: BenchWorld, tenants: number) {
  const started = performance.now()
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const due = RECURRING.filter(({ everyMs }) => (quarter * QUARTER_MS) % everyMs === 0)
    for (const one of due) await world.sql(one.makeDue)
    await Promise.all(due.map((one) => allDone(world, one, tenants)))
  }
  const taken = performance.now() - started
  const share = (4 * QUARTER_MS * tenants) / TENANTS
  return compared(
    `an hour of all three for ${tenants} of ${TENANTS.toLocaleString('en')} tenants, in four rounds / their share of the hour`,
    seconds,
    taken,
    share,
    { most: 1 },
  )
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
