import { setTimeout as pause } from 'node:timers/promises'
import type { LedgerEntry } from '#sandbox/http/ledger'
import { until } from '#test/support/wait'
import { ms, percentile } from './support/figures.ts'
import { draftsOf } from './support/send-jobs.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

const LATENCY_MS = 150

interface Sample {
  actual: number
  /** The minimum possible time: milliseconds during which at least one vendor worked on the job. */
  floor: number
}

/**
 * Measures the time from the tradesperson's "complete" to the draft in Fiken, with an otherwise
 * empty lane and at production pace, against the vendors' latency alone: the time during which at
 * least one of the job's own calls was in progress.
 */
export async function jobToDraft(stage: Stage) {
  const size = stage.smoke ? { people: 1, jobs: 2 } : { people: 10, jobs: 12 }
  return stage.inWorld(UNPACED, async (world) => {
    const people = await world.customers(size.people)
    const jobs = new Map<Customer, string[]>()
    for (const person of people)
      jobs.set(
        person,
        await world.sandbox.ask('addJobs', { account: person.account, count: size.jobs + 1 }),
      )
    // The first job of each user finds its customer and fills the local copies; later jobs are
    // ordinary.
    await Promise.all(
      people.map((person) => oneJob(world, person, jobs.get(person)?.shift() ?? '')),
    )
    await world.restart({})
    await world.sandbox.ask('latency', LATENCY_MS)
    await pause(stage.smoke ? 0 : 3_000)
    await world.sandbox.ask('reset', false)
    const samples = (
      await Promise.all(
        people.map(async (person, index) => {
          const own: Sample[] = []
          for (const job of jobs.get(person) ?? []) {
            // Keeps the jobs out of step with each other, the tick and the rate limiter.
            await pause(stage.smoke ? 0 : 800 + ((index * 379 + own.length * 613) % 1_700))
            own.push(await oneJob(world, person, job))
          }
          return own
        }),
      )
    ).flat()
    const floor = percentile(
      samples.map((sample) => sample.floor),
      0.5,
    )
    const actual = (share: number) =>
      percentile(
        samples.map((sample) => sample.actual),
        share,
      )
    stage.say(
      `n=${samples.length} floor ${ms(floor)} p50 ${ms(actual(0.5))} p90 ${ms(actual(0.9))} p99 ${ms(actual(0.99))}`,
    )
    const against = `${ms(floor)} vendors alone`
    return [
      {
        what: 'job completed → draft, p50 / vendor latency alone',
        ours: ms(actual(0.5)),
        against,
        ratio: actual(0.5) / floor,
        target: { most: 1.3 },
      },
      {
        what: 'job completed → draft, p99 / vendor latency alone',
        ours: ms(actual(0.99)),
        against,
        ratio: actual(0.99) / floor,
        target: { most: 3 },
      },
    ]
  })
}

async function oneJob(world: BenchWorld, person: Customer, job: string): Promise<Sample> {
  const before = await draftsOf(world, person)
  const completedAt = await world.sandbox.ask<number>('complete', { account: person.account, job })
  const made = await until(
    'the draft to be in Fiken',
    async () => (await draftsOf(world, person))[before.length],
    60_000,
  )
  const entries = await world.sandbox.ask<LedgerEntry[]>('entries', [
    person.account,
    person.fikenUser,
  ])
  const calls = entries.filter((entry) => entry.at >= completedAt && entry.at <= made.at)
  // Until the transfer is settled, the lane is busy and the next job would have to wait.
  await until('the transfer to be settled', async () => {
    const [row] = await world.sql<{ status: string }>(
      `select status from transfers where servicem8_job_id = '${job}'`,
    )
    return row?.status === 'completed'
  })
  return { actual: made.at - completedAt, floor: floorOf(calls, made.at) }
}

/** Returns the time covered by the calls; overlapping calls count once. */
function floorOf(calls: LedgerEntry[], draftAt: number): number {
  let sum = 0
  let until = 0
  for (const { at, ms: took } of calls.toSorted((one, other) => one.at - other.at)) {
    const end = Math.min(at + took, draftAt)
    sum += Math.max(0, end - Math.max(at, until))
    until = Math.max(until, end)
  }
  return sum
}
