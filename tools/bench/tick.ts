import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#test/support/wait'
import { compared, median, ms, perSecond, percentile } from './support/figures.ts'
import { idleTenants } from './support/idle-tenants.ts'
import { sendJobs } from './support/send-jobs.ts'
import type { Stage } from './support/stage.ts'
import { queueCopies, recordTransfer } from './support/transfers.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

const SWEEP_MS = 300
/** Maximum delay in milliseconds of a due retry, however many sweeps are due. */
const LATE_MS = 3_000
/** Maximum delay in milliseconds that one tenant's flood of jobs can cause for another's job. */
const FLOOD_MS = 2_000

/**
 * Measures how much many tenants delay each other: the query for due work among idle tenants, a
 * retry that becomes due together with every tenant's sweep, and a single job while another tenant
 * has two hundred jobs.
 */
export async function tick(stage: Stage) {
  return [...(await idle(stage)), ...(await retries(stage)), ...(await flood(stage))]
}

async function idle(stage: Stage) {
  const many = stage.kind === 'embedded' ? 10_000 : 100_000
  const size = stage.smoke ? { few: 5, many: 20, looks: 3 } : { few: 1_000, many, looks: 100 }
  // Turns the tick off, so that only requested queries are measured.
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const [model] = await world.customers(1)
    if (!model) throw new Error('nobody registered')
    const look = async () => {
      // The first queries still see recent writes, so they are not measured.
      await world.product.ask('looks', 5)
      return median(await world.product.ask<number[]>('looks', size.looks))
    }
    await idleTenants(world, model, size.few)
    const few = await look()
    await idleTenants(world, model, size.many - size.few)
    const all = await look()
    return [
      compared(
        `look of all queues, ${size.many.toLocaleString('en')} idle tenants / ${size.few.toLocaleString('en')}`,
        ms,
        all,
        few,
        { most: 1.5 },
      ),
    ]
  })
}

async function retries(stage: Stage) {
  const size = stage.smoke ? { sweeps: 40, retries: 2 } : { sweeps: 10_000, retries: 10 }
  return stage.inWorld(
    { ...UNPACED },
    async (world) => {
      const [person, model] = await world.customers(2)
      if (!person || !model) throw new Error('nobody registered')
      await recordTransfer(world, person)
      await idleTenants(world, model, size.sweeps)
      await world.sql(
        `update job_sweeps set next_at = date_trunc('milliseconds', now()) - interval '1 hour'`,
      )
      const late: number[] = []
      for (let n = 0; n < size.retries; n += 1) {
        const dueIn = 1_000 + ((n * 379) % 2_000)
        const dueAt = Date.now() + dueIn
        await queueCopies(world, [person], 1, {
          next_attempt_at: `to_timestamp(${dueAt / 1_000})`,
          attempts: '1',
        })
        late.push((await startedAt(world, person, dueAt)) - dueAt)
      }
      const [left] = await world.sql<{ n: number }>(
        `select count(*)::int as n from job_sweeps where next_at < now()`,
      )
      stage.say(
        `${left?.n} of ${size.sweeps} sweeps were still due when the last retry had started`,
      )
      const worst = Math.max(...late)
      return [
        compared(
          `retry that falls due among ${size.sweeps.toLocaleString('en')} due sweeps, latest start / 3 s`,
          ms,
          worst,
          LATE_MS,
          { most: 1 },
        ),
      ]
    },
    { BENCH_SLOW_SWEEPS: String(SWEEP_MS) },
  )
}

async function startedAt(world: BenchWorld, { userId }: Customer, dueAt: number): Promise<number> {
  return until(
    'the retry to be done',
    async () => {
      const [row] = await world.sql<{ at: number }>(
        `select extract(epoch from min(e.at)) * 1000 as at from transfer_events e join transfers t on t.id = e.transfer_id
         where t.user_id = '${userId}' and t.status = 'completed' and e.at >= to_timestamp(${dueAt / 1_000})`,
      )
      return row?.at ? Number(row.at) : false
    },
    60_000,
  )
}

async function flood(stage: Stage) {
  const size = stage.smoke ? { jobs: 3, singles: 1 } : { jobs: 200, singles: 5 }
  return stage.inWorld(UNPACED, async (world) => {
    const [one, other] = await world.customers(2)
    if (!one || !other) throw new Error('nobody registered')
    for (const person of [one, other]) await sendJobs(world, person, 1)
    await world.restart({})
    await world.sandbox.ask('latency', 50)
    await world.sandbox.ask('throttle', 4)
    const singles = async () => {
      const taken: number[] = []
      for (let n = 0; n < size.singles; n += 1) {
        await pause(stage.smoke ? 0 : 1_100 + ((n * 379) % 900))
        taken.push(await sendJobs(world, one, 1))
      }
      return percentile(taken, 1)
    }
    const alone = await singles()
    const flooding = sendJobs(world, other, size.jobs)
    const among = await singles()
    stage.say(`the flood went at ${perSecond((size.jobs * 1_000) / (await flooding))}`)
    const more = Math.max(0, among - alone)
    return [
      compared(
        `a single job while another tenant has ${size.jobs}, slower by / 2 s`,
        ms,
        more,
        FLOOD_MS,
        { most: 1 },
      ),
    ]
  })
}
