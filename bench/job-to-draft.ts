import { setTimeout as pause } from 'node:timers/promises'
import type { LedgerEntry } from '#sandbox/http/ledger'
import { until } from '#test/support/wait'
import { ms, percentile } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import type { BenchWorld, Customer } from './support/world.ts'

const LATENCY_MS = 150
const SPACING_MS = 250

interface Sample {
  actual: number
  /** The floor: the vendors' own time, and four calls a second in Fiken. */
  floor: number
}

/**
 * From the tradesperson's "complete" to the draft in Fiken, with nothing else in the lane and the
 * pace of production, against the sum of what the vendors took for the very calls of that job and
 * the pause that Fiken's limit puts between its calls.
 */
export async function jobToDraft(stage: Stage) {
  const size = stage.smoke ? { people: 1, jobs: 2 } : { people: 10, jobs: 12 }
  const world = await stage.start({
    limiter: { spacingMs: 0, bucketPerSecond: 10_000, bucketBurst: 10_000 },
  })
  try {
    const people = await world.customers(size.people)
    const jobs = new Map<Customer, string[]>()
    for (const person of people)
      jobs.set(
        person,
        await world.sandbox.ask('addJobs', { account: person.account, count: size.jobs + 1 }),
      )
    // The first of each finds its customer and fills the copies; what follows is the ordinary day.
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
            // Out of step with each other, the tick and the bucket.
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
    const against = `${ms(floor)} vendors and pacing`
    return [
      {
        what: 'job completed → draft, p50 / vendor latency and pacing',
        ours: ms(actual(0.5)),
        against,
        ratio: actual(0.5) / floor,
        target: { most: 1.3 },
      },
      {
        what: 'job completed → draft, p99 / vendor latency and pacing',
        ours: ms(actual(0.99)),
        against,
        ratio: actual(0.99) / floor,
        target: { most: 3 },
      },
    ]
  } finally {
    await world.stop()
  }
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
  // Until the run is settled the lane is not idle, and the next job would wait for this one.
  await until('the transfer to be settled', async () => {
    const [row] = await world.sql<{ status: string }>(
      `select status from transfers where servicem8_job_id = '${job}'`,
    )
    return row?.status === 'completed'
  })
  return { actual: made.at - completedAt, floor: floorOf(calls, made.at) }
}

async function draftsOf(
  world: BenchWorld,
  person: Customer,
): Promise<{ at: number; slug: string }[]> {
  const drafts = await world.sandbox.ask<{ at: number; slug: string }[]>('drafts')
  return drafts.filter(({ slug }) => slug === person.slug)
}

function floorOf(calls: LedgerEntry[], draftAt: number): number {
  const fiken = calls.filter(({ vendor }) => vendor === 'fiken')
  const servicem8 = calls
    .filter(({ vendor }) => vendor === 'servicem8')
    .reduce((sum, call) => sum + call.ms, 0)
  const lane = fiken.reduce((sum, call, index) => {
    const last = index === fiken.length - 1
    return sum + (last ? draftAt - call.at : Math.max(SPACING_MS, call.ms))
  }, 0)
  return servicem8 + lane
}
