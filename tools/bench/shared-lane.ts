import { until } from '#test/support/wait'
import { seconds } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { allDone, queueCopies, recordTransfer } from './support/transfers.ts'
import { type BenchWorld, type Customer, UNPACED } from './support/world.ts'

const LATENCY_MS = 40

/**
 * Measures companies whose Fiken calls share one lane, because one Fiken user connects them all: how
 * long the last of their single jobs takes beside another's backlog, against without it. They would
 * wait for the whole backlog if the lane took the oldest row first.
 */
export async function sharedLane(stage: Stage) {
  const size = stage.smoke ? { companies: 3, backlog: 30 } : { companies: 40, backlog: 200 }
  return stage.inWorld(UNPACED, async (world) => {
    const [busy, ...others] = await world.customers(size.companies, { ofOneFikenUser: true })
    if (!busy) throw new Error('no company')
    for (const person of [busy, ...others]) await recordTransfer(world, person)
    await world.restart({})
    await world.sandbox.ask('latency', LATENCY_MS)

    const alone = await lastOf(world, others)
    await queueCopies(world, [busy], size.backlog)
    const beside = await lastOf(world, others)
    const [row] = await world.sql<{ left: number }>(
      `select count(*)::int as left from transfers where user_id = '${busy.userId}' and status = 'queued'`,
    )
    stage.say(`of the ${size.backlog}, ${row?.left} still waited then`)
    await allDone(world)
    return [
      {
        what: `${others.length} companies of one Fiken user, a job each: beside another's ${size.backlog} / without`,
        ours: seconds(beside),
        against: seconds(alone),
        ratio: beside / alone,
        target: { most: 1.5 },
      },
    ]
  })
}

/** Queues a job for each and returns the milliseconds until the last one is on its draft. */
async function lastOf(world: BenchWorld, people: readonly Customer[]): Promise<number> {
  await queueCopies(world, people, 1)
  const started = performance.now()
  await world.product.ask('wake', { queue: 'transfer-lane', lane: people[0]?.lane ?? '' })
  const whose = people.map(({ userId }) => `'${userId}'`).join(',')
  await until(
    'the last of them to be on its draft',
    async () => {
      const [row] = await world.sql<{ open: boolean }>(
        `select exists (select from transfers where user_id in (${whose})
          and status in ('queued', 'processing')) as open`,
      )
      return row?.open === false
    },
    600_000,
  )
  return performance.now() - started
}
