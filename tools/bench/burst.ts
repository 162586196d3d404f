import { setTimeout as pause } from 'node:timers/promises'
import { compared, ms, percentile, seconds, type Result } from './support/figures.ts'
import { fire } from './support/load.ts'
import type { Whose } from './support/sandbox.ts'
import { sendJobs } from './support/send-jobs.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'
import { pingTo } from './webhook-accept.ts'

/**
 * Reference figures of a general automation tool (n8n 1.123.81, regular mode, SQLite) for the same
 * job, set up by an expert and by its usual user; the better of the two counts. Measured once with
 * the sandbox's vendors at the same latency, on two cores shared with other work. Times in
 * milliseconds, and the expert's calls per job.
 */
const RIVAL = {
  one: 523,
  newCustomer: 635,
  fifty: 40_600,
  tenTimesTwenty: 91_100,
  processor: 223,
  webhooks: 1_900,
  afterKill: 15_300,
  calls: { fiken: 3.1, servicem8: 3 },
}
/** Our own targets, whatever other tools achieve: milliseconds, and calls to ServiceM8 per job. */
const GOAL = { one: 450, fifty: 20_000, callsOfQueued: 0.5 }
const LATENCY_MS = 50
const WEBHOOKS = 50

interface Size {
  single: number
  newCustomers: number
  many: number
  accounts: number
  each: number
  queued: number
}

/**
 * Measures the time from webhook to draft: one job after a quiet period, and many jobs at once. The
 * vendors respond after 50 ms, and Fiken slows down calls beyond four a second.
 */
export async function burst(stage: Stage) {
  const size: Size = stage.smoke
    ? { single: 2, newCustomers: 2, many: 4, accounts: 2, each: 2, queued: 4 }
    : { single: 25, newCustomers: 15, many: 50, accounts: 10, each: 20, queued: 200 }
  return stage.inWorld(UNPACED, async (world) => {
    const [first, ...others] = await world.customers(size.accounts + 1)
    if (!first) throw new Error('nobody registered')
    // The first job of each user finds its customer and fills the local copies; later jobs are
    // ordinary.
    await Promise.all([first, ...others].map((person) => sendJobs(world, person, 1)))
    await world.restart({})
    await world.sandbox.ask('latency', LATENCY_MS)
    await world.sandbox.ask('throttle', 4)
    const results = await ofOneJob(stage, world, first, size)
    results.push(...(await ofManyJobs(stage, world, first, size)))
    results.push(...(await ofManyAccounts(stage, world, others, size)))
    results.push(...(await ofTheProcess(world, others)))
    return results
  })
}

async function ofOneJob(
  stage: Stage,
  world: BenchWorld,
  person: Customer,
  size: Size,
): Promise<Result[]> {
  const singles = async (count: number, of: Whose) => {
    await world.sandbox.ask('reset', false)
    const taken: number[] = []
    for (let n = 0; n < count; n += 1) {
      // A quiet period whose length is out of step with all periodic work.
      await pause(stage.smoke ? 0 : 1_100 + ((n * 379) % 900))
      taken.push(await sendJobs(world, person, 1, of))
    }
    const calls = await callsOf(world, [person], count)
    stage.say(`${of}: p95 ${ms(percentile(taken, 0.95))}; ${said(calls)}`)
    return { p50: percentile(taken, 0.5), calls }
  }
  const known = await singles(size.single, 'a known customer')
  const unknown = await singles(size.newCustomers, 'a new customer')
  const what = 'webhook → draft, one job at a time, p50'
  const { fiken, servicem8 } = known.calls
  return [
    timed(what, known.p50, { rival: RIVAL.one }),
    timed(what, known.p50, { goal: GOAL.one }),
    timed('… of a new customer, p50', unknown.p50, { rival: RIVAL.newCustomer }),
    // Fiken gets more calls to prove that there is no second draft and that the draft is as it was
    // sent.
    { ...counted('… calls to Fiken', fiken, { rival: RIVAL.calls.fiken }), target: null },
    {
      ...counted('… calls to ServiceM8', servicem8, { rival: RIVAL.calls.servicem8 }),
      target: null,
    },
  ]
}

async function ofManyJobs(
  stage: Stage,
  world: BenchWorld,
  person: Customer,
  size: Size,
): Promise<Result[]> {
  await quiet(stage, world)
  const many = await sendJobs(world, person, size.many)
  const calls = await callsOf(world, [person], size.many)
  await quiet(stage, world)
  await sendJobs(world, person, size.queued)
  const ofQueued = await callsOf(world, [person], size.queued)
  stage.say(`${size.many} jobs: ${said(calls)}; ${size.queued} jobs: ${said(ofQueued)}`)
  const what = `${size.many} jobs of one account at once, until the last draft`
  return [
    timed(what, many, { rival: RIVAL.fifty }),
    timed(what, many, { goal: GOAL.fifty }),
    counted('… calls to Fiken for each', calls.fiken, { rival: RIVAL.calls.fiken }),
    counted('… calls to ServiceM8 for each', calls.servicem8, { rival: RIVAL.calls.servicem8 }),
    counted(`${size.queued} jobs at once, calls to ServiceM8 for each`, ofQueued.servicem8, {
      goal: GOAL.callsOfQueued,
    }),
  ]
}

async function ofManyAccounts(
  stage: Stage,
  world: BenchWorld,
  people: readonly Customer[],
  { each }: Size,
): Promise<Result[]> {
  await quiet(stage, world)
  const before = await world.product.ask<{ cpuMs: number }>('usage')
  const startedAt = Date.now()
  await Promise.all(people.map((person) => sendJobs(world, person, each)))
  const all = Date.now() - startedAt
  const calls = await callsOf(world, people, people.length * each)
  stage.say(`${people.length} accounts: ${said(calls)}`)
  const after = await world.product.ask<{ cpuMs: number }>('usage')
  const processor = (after.cpuMs - before.cpuMs) / (people.length * each)
  const what = `${people.length} accounts with ${each} jobs each at once, until the last draft`
  return [
    timed(what, all, { rival: RIVAL.tenTimesTwenty }),
    timed('… processor time a transfer', processor, { rival: RIVAL.processor }),
  ]
}

async function ofTheProcess(world: BenchWorld, people: Customer[]): Promise<Result[]> {
  const sent = performance.now()
  const { statuses } = await fire(world.url, WEBHOOKS, (index) => pingTo(people, index), {
    shots: WEBHOOKS,
  })
  const accepted = performance.now() - sent
  if (statuses[200] !== WEBHOOKS) throw new Error(`answered ${JSON.stringify(statuses)}`)
  process.kill(world.product.pid, 'SIGKILL')
  const killed = performance.now()
  await world.restart({})
  const ready = performance.now() - killed
  return [
    timed(`${WEBHOOKS} webhooks at once, until all are accepted`, accepted, {
      rival: RIVAL.webhooks,
    }),
    timed('ready again after a kill', ready, { rival: RIVAL.afterKill }),
  ]
}

async function quiet(stage: Stage, world: BenchWorld): Promise<void> {
  await pause(stage.smoke ? 0 : 60_000)
  await world.sandbox.ask('reset', false)
}

type Against = { rival: number } | { goal: number }

const timed = (what: string, ours: number, against: Against): Result =>
  line(what, ours, against, (value) => (value < 10_000 ? ms(value) : seconds(value)))

const counted = (what: string, ours: number, against: Against): Result =>
  line(what, ours, against, (value) => value.toFixed(2))

function line(
  what: string,
  ours: number,
  against: Against,
  shown: (value: number) => string,
): Result {
  const [whose, theirs] =
    'rival' in against
      ? ['/ by an automation tool', against.rival]
      : ['/ what we want', against.goal]
  return compared(`${what} ${whose}`, shown, ours, theirs, { most: 1 })
}

interface Calls {
  fiken: number
  servicem8: number
  /** Number of overlapping calls of a Fiken user; `tooFast` counts calls beyond four a second. */
  overlaps: number
  tooFast: number
}

/** Returns these users' calls per job since the last reset, recurring calls included. */
async function callsOf(
  world: BenchWorld,
  people: readonly Customer[],
  jobs: number,
): Promise<Calls> {
  const who = people.flatMap(({ account, fikenUser }) => [account, fikenUser])
  const counts = await world.sandbox.ask<Calls>('counts', who)
  return { ...counts, fiken: counts.fiken / jobs, servicem8: counts.servicem8 / jobs }
}

const said = ({ fiken, servicem8, overlaps, tooFast }: Calls) =>
  `calls for each: Fiken ${fiken.toFixed(1)}, ServiceM8 ${servicem8.toFixed(2)}; overlapping ${overlaps}, slowed by Fiken ${tooFast}`
