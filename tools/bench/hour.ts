import { setTimeout as pause } from 'node:timers/promises'
import { saveConfiguration } from '#shared/contracts/configuration'
import { syncNow } from '#shared/contracts/intake'
import { startReconciliation } from '#shared/contracts/reconciliation'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readPreview } from '#shared/contracts/transfers/preview'
import { readTimeline } from '#shared/contracts/transfers/row'
import { monthOf, today } from '#shared/dates'
import { listen } from '#test/support/people/event-listener'
import { until } from '#test/support/wait'
import { type BuiltCustomer, type BuiltWorld, inBuiltWorld } from './support/built-world.ts'
import { cookieOf } from './support/five-years.ts'
import { compared, mebibytes, median, ms, percentile, type Result } from './support/figures.ts'
import { callsOfScreens } from './support/screens.ts'
import { draftsOf } from './support/send-jobs.ts'
import type { Stage } from './support/stage.ts'

const JOB_EVERY_MS = 2_000
/** Milliseconds for which a person looks at a screen before they open the next one. */
const LOOK_MS = 8_000
const LATENCY_MS = 50
/** Equal parts of the run, of ten minutes in an hour. The first warms up. */
const PARTS = 6
const LOG_BYTES = 300

const KINDS = ['screens', 'acts', 'drafts'] as const
/** Milliseconds of everything that was done in a part of the run, and the product's memory. */
type Part = Record<(typeof KINDS)[number] | 'rss', number[]>

interface Asked {
  status: number
  path: string
}

/**
 * Measures whether the built product stays as it is under an hour's load: thirty accounts, a
 * completed job every two seconds, and a person in each account who follows the live updates, opens
 * one screen after the other and acts. What comes later is held against what came before, in the same run.
 */
export async function hour(stage: Stage): Promise<Result[]> {
  const size = stage.smoke
    ? { people: 2, ms: 12_000, lookMs: 500 }
    : { people: 30, ms: stage.minutes * 60_000, lookMs: LOOK_MS }
  return inBuiltWorld(stage.kind, 'info', async (world) => {
    const people = await world.customers(size.people)
    await world.sandbox.ask('latency', LATENCY_MS)
    await world.sandbox.ask('throttle', 4)
    const screens = await callsOfScreens(world.url, await cookieOf(world, people[0]!))
    const streams = await Promise.all(people.map(({ visitor }) => listen(visitor)))
    await world.sandbox.ask('reset', false)
    const logged = (await world.log()).length
    const parts = Array.from({ length: PARTS }, (): Part => ({
      screens: [],
      acts: [],
      drafts: [],
      rss: [],
    }))
    const cpuBefore = await world.product.cpuMs()
    const start = performance.now()
    const end = start + size.ms
    const partNow = () =>
      parts[Math.floor(((performance.now() - start) / size.ms) * PARTS)] ?? parts[PARTS - 1]!
    let requests = 0
    let refused = 0
    const timed = async (kind: 'screens' | 'acts', ask: () => Promise<Asked>) => {
      const before = performance.now()
      const { status, path } = await ask()
      requests += 1
      if (status === 503) refused += 1
      else if (status >= 400) throw new Error(`${path} answered ${status}`)
      else partNow()[kind].push(performance.now() - before)
    }
    const look = async (person: BuiltCustomer, n: number) => {
      await pause((n * size.lookMs) / people.length)
      for (let turn = n; performance.now() < end; turn += 1) {
        const open = (path: string) => timed('screens', () => read(person, path))
        const [page = '/', ...calls] = screens[turn % screens.length]!
        await open(page)
        await Promise.all(calls.map(open))
        await act(person, turn, (press) => timed('acts', press))
        await pause(size.lookMs)
      }
    }
    const remember = async () => {
      for (; performance.now() < end; await pause(250))
        partNow().rss.push(await world.product.rss())
    }
    const [completed] = await Promise.all([
      completeJobs(world, people, end),
      remember(),
      ...people.map(look),
    ])
    for (const stream of streams) stream.close()
    await draftTimes(world, people, completed, (at, spent) => {
      const part = Math.floor(((at - completed[0]!.at) / size.ms) * PARTS)
      parts[part]?.drafts.push(spent)
    })
    const { webhooks } = await world.sandbox.ask<{ webhooks: number }>('counts')
    const log = (await world.log()).slice(logged)
    const busy = (await world.product.cpuMs()) - cpuBefore
    stage.say(`processor: ${((100 * busy) / size.ms).toFixed(0)} % of a core`)
    stage.say(`${requests} requests, ${webhooks} webhooks, ${completed.length} jobs`)
    for (const line of describeLog(log)) stage.say(line)
    return [
      ...figures(stage, parts),
      compared('answered under load / asked', String, requests - refused, requests, { least: 1 }),
      compared(
        `log, bytes a request / ${LOG_BYTES}`,
        (bytes) => bytes.toFixed(0),
        Buffer.byteLength(log) / (requests + webhooks),
        LOG_BYTES,
        { most: 1 },
      ),
    ]
  })
}

/** The commonest acts, one after the other: open a job, search, fetch, save, and check a month. */
async function act(
  { visitor }: BuiltCustomer,
  turn: number,
  press: (ask: () => Promise<Asked>) => Promise<void>,
): Promise<void> {
  const asked = async (...[endpoint, input]: Parameters<typeof visitor.tryCall>) => ({
    ...(await visitor.tryCall(endpoint, input)),
    path: endpoint.path,
  })
  const month = monthOf(today(new Date()))
  const acts = [
    async () => {
      const { body } = await visitor.tryCall(listTransfers, { query: { limit: 1 } })
      const [transfer] = Array.isArray(body) ? body : []
      if (!transfer) return
      const params = { id: transfer.id }
      await press(() => asked(readTimeline, { params }))
      await press(() => asked(readPreview, { params }))
    },
    () => press(() => asked(listTransfers, { query: { limit: 50, page: 1, q: 'rør' } })),
    () => press(() => asked(syncNow)),
    () => press(() => asked(saveConfiguration, { body: { isActive: true } })),
    () => press(() => asked(startReconciliation, { body: { month } })),
  ]
  await acts[turn % acts.length]!()
}

async function read({ visitor }: BuiltCustomer, path: string): Promise<Asked> {
  const answer = await visitor.fetch(path)
  await answer.arrayBuffer()
  return { status: answer.status, path }
}

interface Completed {
  slug: string
  at: number
}

async function completeJobs(
  { sandbox }: BuiltWorld,
  people: readonly BuiltCustomer[],
  end: number,
): Promise<Completed[]> {
  const completed: Completed[] = []
  for (let next = performance.now(); next < end; next += JOB_EVERY_MS) {
    await pause(Math.max(0, next - performance.now()))
    const { account, slug } = people[completed.length % people.length]!
    const [job] = await sandbox.ask<string[]>('addJobs', { account, count: 1 })
    completed.push({ slug, at: await sandbox.ask<number>('complete', { account, job }) })
  }
  return completed
}

/** Waits until each completed job has its draft, and tells of each how long it took. */
async function draftTimes(
  world: BuiltWorld,
  people: readonly BuiltCustomer[],
  completed: readonly Completed[],
  tell: (at: number, spent: number) => void,
): Promise<void> {
  for (const { slug } of people) {
    const jobs = completed.filter((job) => job.slug === slug)
    const drafts = await until('every job to have its draft', async () => {
      const now = await draftsOf(world, { slug })
      return now.length >= jobs.length && now
    })
    if (drafts.length > jobs.length) throw new Error(`${slug} has a draft that no job asked for`)
    jobs.forEach(({ at }, index) => tell(at, drafts[index]!.at - at))
  }
}

function figures(stage: Stage, parts: readonly Part[]): Result[] {
  // Memory jumps by what is about to be collected, so a tenth of the part is looked at.
  const memory = parts.map(({ rss }) => median(rss.slice(-Math.ceil(rss.length / 10))))
  stage.say(`memory: ${memory.map(mebibytes).join(', ')}`)
  const slowest = KINDS.map((kind) => {
    const p95 = parts.map((one) => percentile(one[kind], 0.95))
    stage.say(`${kind}, p95 of each part: ${p95.map(ms).join(', ')}`)
    const [, against = Number.NaN] = p95
    const what = `${kind} under load, p95 of the slowest sixth / of the second`
    return compared(what, ms, Math.max(...p95), against, { most: 1.25 })
  })
  const what = 'memory under load, at the end / after a sixth'
  return [
    compared(what, mebibytes, memory.at(-1) ?? Number.NaN, memory[0] ?? Number.NaN, { most: 1.15 }),
    ...slowest,
  ]
}

/** Returns a line for each message of the log: how often it is there, and its bytes. */
function describeLog(log: string): string[] {
  const messages: Record<string, { lines: number; bytes: number }> = {}
  for (const line of log.split('\n').filter(Boolean)) {
    const { msg } = JSON.parse(line) as { msg: string }
    const of = (messages[msg] ??= { lines: 0, bytes: 0 })
    of.lines += 1
    of.bytes += line.length + 1
  }
  return Object.entries(messages)
    .sort(([, one], [, other]) => other.bytes - one.bytes)
    .map(
      ([msg, { lines, bytes }]) =>
        `log: ${lines} × “${msg}”, ${(bytes / lines).toFixed(0)} bytes each`,
    )
}
