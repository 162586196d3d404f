import { setTimeout as pause } from 'node:timers/promises'
import { ms, percentile } from './support/figures.ts'
import { sendJobs } from './support/send-jobs.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld } from './support/world.ts'

/**
 * What a general automation tool needed for the same job, set up by an expert and by its usual user,
 * whichever was better; measured once beside stand-ins with the same latency, on two cores that were
 * shared with other work. n8n 1.123.81, regular mode, SQLite.
 */
const RIVAL = { one: 523, fifty: 40_600, tenTimesTwenty: 91_100 }
/** What we want ourselves, whoever else is slower: milliseconds, and calls to ServiceM8 for each job. */
const GOAL = { one: 450, fifty: 20_000, callsOfQueued: 0.5 }
const LATENCY_MS = 50

/**
 * From webhook to draft as a tradesperson meets it: one job after a quiet moment, and many at once.
 * The vendors answer after 50 ms, and Fiken slows what comes faster than four times a second.
 */
export async function burst(stage: Stage) {
  const size = stage.smoke
    ? { single: 2, many: 4, accounts: 2, each: 2, queued: 4 }
    : { single: 25, many: 50, accounts: 10, each: 20, queued: 200 }
  const world = await stage.start(UNPACED)
  try {
    const people = await world.customers(size.accounts + 1)
    const [first, ...others] = people
    if (!first) throw new Error('nobody registered')
    // The first job of each finds its customer and fills the copies; what follows is an ordinary day.
    await Promise.all(people.map((person) => sendJobs(world, person, 1)))
    await world.restart({})
    await world.sandbox.ask('latency', LATENCY_MS)
    await world.sandbox.ask('throttle', 4)

    const singles: number[] = []
    for (let n = 0; n < size.single; n += 1) {
      // A quiet moment, out of step with whatever runs by the clock.
      await pause(stage.smoke ? 0 : 1_100 + ((n * 379) % 900))
      singles.push(await sendJobs(world, first, 1))
    }
    const quiet = () => pause(stage.smoke ? 0 : 60_000)
    await quiet()
    await world.sandbox.ask('reset', false)
    const many = await sendJobs(world, first, size.many)
    const calls = await callsOf(world, size.many)
    await quiet()
    await world.sandbox.ask('reset', false)
    await sendJobs(world, first, size.queued)
    const ofQueued = await callsOf(world, size.queued)
    await quiet()
    const startedAt = Date.now()
    await Promise.all(others.map((person) => sendJobs(world, person, size.each)))
    const all = Date.now() - startedAt
    const { overlaps, tooFast } = await world.sandbox.ask<{ overlaps: number; tooFast: number }>(
      'counts',
    )
    stage.say(
      `one job p95 ${ms(percentile(singles, 0.95))}; ${said(size.many, calls)}; ${said(size.queued, ofQueued)}; overlapping calls ${overlaps}, slowed by Fiken ${tooFast}`,
    )
    const one = percentile(singles, 0.5)
    const line = (what: string, ours: number, against: number) => ({
      what,
      ours: ms(ours),
      against: ms(against),
      ratio: ours / against,
      target: { most: 1 },
    })
    const ofOne = 'webhook → draft, one job at a time, p50'
    const ofMany = `${size.many} jobs of one account at once, until the last draft`
    const ofAll = `${size.accounts} accounts with ${size.each} jobs each at once, until the last draft`
    const rival = '/ by a tuned automation tool'
    const goal = '/ what we want'
    return [
      line(`${ofOne} ${rival}`, one, RIVAL.one),
      line(`${ofOne} ${goal}`, one, GOAL.one),
      line(`${ofMany} ${rival}`, many, RIVAL.fifty),
      line(`${ofMany} ${goal}`, many, GOAL.fifty),
      line(`${ofAll} ${rival}`, all, RIVAL.tenTimesTwenty),
      {
        what: `${size.queued} jobs at once, calls to ServiceM8 for each ${goal}`,
        ours: ofQueued.servicem8.toFixed(2),
        against: GOAL.callsOfQueued.toFixed(2),
        ratio: ofQueued.servicem8 / GOAL.callsOfQueued,
        target: { most: 1 },
      },
    ]
  } finally {
    await world.stop()
  }
}

interface Calls {
  fiken: number
  servicem8: number
}

/** For each job since the last reset. */
async function callsOf(world: BenchWorld, jobs: number): Promise<Calls> {
  const { fiken, servicem8 } = await world.sandbox.ask<Calls>('counts')
  return { fiken: fiken / jobs, servicem8: servicem8 / jobs }
}

const said = (jobs: number, { fiken, servicem8 }: Calls) =>
  `calls for each of ${jobs} jobs: Fiken ${fiken.toFixed(1)}, ServiceM8 ${servicem8.toFixed(2)}`
