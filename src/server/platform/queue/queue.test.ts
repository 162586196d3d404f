import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import { until } from '#test/support/wait'
import { rowsOf } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createQueue, type LaneQueue, queueName } from './queue.ts'

const log = createLog('fatal')
let queues = 0

function workList() {
  queues += 1
  const left = new Map<string, number>()
  const running = new Map<string, number>()
  const overlaps: string[] = []
  const drained: string[] = []
  const limiter: { closed: Promise<unknown> | null } = { closed: null }
  const lane: LaneQueue = {
    name: queueName(`work-${queues}`),
    concurrency: 3,
    due: () => Promise.resolve([...left].filter(([, n]) => n > 0).map(([name]) => name)),
    backlog: () =>
      Promise.resolve({
        waiting: [...left.values()].reduce((sum, n) => sum + n, 0),
        later: 0,
        oldestAt: null,
      }),
    drain: async (name, signal) => {
      running.set(name, (running.get(name) ?? 0) + 1)
      if ((running.get(name) ?? 0) > 1) overlaps.push(name)
      try {
        while ((left.get(name) ?? 0) > 0) {
          if (limiter.closed) await Promise.race([limiter.closed, aborted(signal)])
          else await new Promise((resolve) => setImmediate(resolve))
          if (signal.aborted) return
          left.set(name, (left.get(name) ?? 0) - 1)
          drained.push(name)
        }
      } finally {
        running.set(name, (running.get(name) ?? 0) - 1)
      }
    },
  }
  return {
    lane,
    overlaps,
    drained,
    running,
    limiter,
    add: (name: string, things: number) => left.set(name, (left.get(name) ?? 0) + things),
    left: () => [...left.values()].reduce((sum, n) => sum + n, 0),
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )

describe.each(DATABASE_KINDS)('the queue on the %s database', (kind) => {
  let databases: Databases
  const queueOn = (which: 'one' | 'other', options: { works?: boolean; tickMs?: number } = {}) =>
    createQueue({ database: databases[which], log, works: true, tickMs: 60_000, ...options })

  beforeAll(async () => {
    databases = await openDatabases(kind)
  })
  afterAll(() => databases.close())

  it('drains a lane in one place at a time, however often and from wherever it is woken, and several lanes side by side', async () => {
    const work = workList()
    const [one, other] = [queueOn('one', { tickMs: 200 }), queueOn('other', { tickMs: 200 })]
    await one.start([work.lane], [])
    await other.start([work.lane], [])
    const opened = Promise.withResolvers<unknown>()
    work.limiter.closed = opened.promise
    for (const name of ['a', 'b', 'c']) work.add(name, 5)
    for (let n = 0; n < 30; n += 1) (n % 2 ? one : other).wake(work.lane.name, 'abc'[n % 3] ?? 'a')
    await until('all three lanes to run at the same time', () =>
      ['a', 'b', 'c'].every((name) => work.running.get(name) === 1),
    )
    work.limiter.closed = null
    opened.resolve(null)
    await until('all the work to be done', () => work.left() === 0)
    expect(work.drained).toHaveLength(15)
    expect(work.overlaps).toEqual([])
    await Promise.all([one.stop(), other.stop()])
  })

  it('does work without having been woken', async () => {
    const work = workList()
    const queue = queueOn('one', { tickMs: 100 })
    await queue.start([work.lane], [])
    work.add('lost', 1)
    await until('the tick to find it', () => work.left() === 0)
    expect(work.drained).toEqual(['lost'])
    await queue.stop()
  })

  it('is woken by a process that does no work itself', async () => {
    const work = workList()
    const [worker, web] = [queueOn('one'), queueOn('other', { works: false })]
    await worker.start([work.lane], [])
    await web.start([work.lane], [])
    work.add('from the web', 1)
    web.wake(work.lane.name, 'from the web')
    await until('the worker to do it', () => work.left() === 0)
    await Promise.all([worker.stop(), web.stop()])
  })

  it('looks once more at a lane that was woken while it was being drained', async () => {
    const work = workList()
    let looks = 0
    const read = Promise.withResolvers<unknown>()
    const drain: LaneQueue['drain'] = async (name, signal) => {
      looks += 1
      // The drain has already read all of its rows when the next row arrives.
      if (looks === 1) await read.promise
      else await work.lane.drain(name, signal)
    }
    const queue = queueOn('one')
    await queue.start([{ ...work.lane, drain }], [])
    queue.wake(work.lane.name, 'busy')
    await until('the first look', () => looks === 1)
    work.add('busy', 1)
    queue.wake(work.lane.name, 'busy')
    read.resolve(null)
    await until('the second look', () => work.left() === 0)
    expect(looks).toBe(2)
    await queue.stop()
  })

  it('looks at a lane again after a drain that failed', async () => {
    const work = workList()
    let failures = 0
    const queue = queueOn('one', { tickMs: 100 })
    const drain: LaneQueue['drain'] = (name, signal) => {
      failures += 1
      return failures < 3 ? Promise.reject(new Error('no database')) : work.lane.drain(name, signal)
    }
    await queue.start([{ ...work.lane, drain }], [])
    work.add('stubborn', 1)
    await until('the third attempt', () => work.left() === 0)
    await queue.stop()
  })

  it('returns what is running when it stops, and the next start does it', async () => {
    const work = workList()
    const first = queueOn('one')
    await first.start([work.lane], [])
    work.limiter.closed = new Promise(() => undefined)
    work.add('half done', 2)
    first.wake(work.lane.name, 'half done')
    await until('the drain to begin', () => work.running.get('half done') === 1)
    await first.stop()
    expect(work.running.get('half done')).toBe(0)
    expect(work.left()).toBe(2)
    // A wake-up after the stop must neither throw nor lose the work.
    first.wake(work.lane.name, 'half done')

    work.limiter.closed = null
    const second = queueOn('other', { tickMs: 100 })
    await second.start([work.lane], [])
    await until('the rest to be done', () => work.left() === 0)
    await second.stop()
  })

  // With the embedded database there is no second process that could be killed.
  if (kind === 'postgres')
    it('takes over from a process that was killed before the database clock was set back', async () => {
      const work = workList()
      await databases.one.db.execute(
        sql`insert into queue_lanes (queue, lane, holder, started_at, taken_at)
            select ${work.lane.name}, 'taken', gen_random_uuid(), t.at, t.at from (select now() + interval '1 day' as at) t`,
      )
      work.add('taken', 1)
      const queue = queueOn('other', { tickMs: 200 })
      await queue.start([work.lane], [])
      await until('the lane to be drained', () => work.left() === 0)
      await queue.stop()
    })

  it('does not let ten thousand lanes that are due at once hold up the single one of another queue', async () => {
    const many = workList()
    const single = workList()
    const opened = Promise.withResolvers<unknown>()
    many.limiter.closed = opened.promise
    for (let n = 0; n < 10_000; n += 1) many.add(`lane-${n}`, 1)
    const queue = queueOn('one', { tickMs: 200 })
    await queue.start([many.lane, single.lane], [])
    await until('some of the many to run', () => many.running.size === many.lane.concurrency)
    single.add('alone', 1)
    await until('the single one to be done', () => single.left() === 0)
    expect(many.running.size).toBe(many.lane.concurrency)
    many.limiter.closed = null
    opened.resolve(null)
    await queue.stop()
  })

  it('runs a routine once when its time has come, in whichever process sees it first', async () => {
    const { db } = databases.one
    const name = `routine of ${kind}`
    let runs = 0
    const routine = { name, cron: '17 3 * * *', run: () => Promise.resolve(void (runs += 1)) }
    const nextAt = async () => {
      const rows = await rowsOf<{ ahead: boolean }>(
        db,
        sql`select next_at > now() as ahead from queue_routines where name = ${name}`,
      )
      return rows[0]?.ahead
    }
    await db.execute(
      sql`insert into queue_routines (name, next_at) values (${name}, now() - interval '1 hour')`,
    )
    const [one, other] = [queueOn('one'), queueOn('other')]
    await Promise.all([one.start([], [routine]), other.start([], [routine])])
    await until('the routine to have run', async () => runs > 0 && (await nextAt()) === true)
    await Promise.all([one.stop(), other.stop()])
    expect(runs).toBe(1)
  })

  it('copes with a wake-up that cannot be sent', async () => {
    const work = workList()
    const queue = queueOn('one', { tickMs: 100 })
    await queue.start([work.lane], [])
    queue.wake(queueName('no such queue'), 'lane')
    work.add('other work', 1)
    await until('other work to continue', () => work.left() === 0)
    await queue.stop()
  })
})

it('on the embedded database takes over immediately what a killed process was draining: there can be no other', async () => {
  const { one, close } = await openDatabases('embedded')
  const work = workList()
  const killed = createQueue({ database: one, log, works: true, tickMs: 60_000 })
  work.limiter.closed = new Promise(() => undefined)
  work.add('left behind', 2)
  await killed.start([work.lane], [])
  await until('the drain to begin', () => work.running.get('left behind') === 1)

  work.limiter.closed = null
  const next = createQueue({ database: one, log, works: true, tickMs: 60_000 })
  await next.start([work.lane], [])
  await until('the rest to be done', () => work.left() === 0)
  await Promise.all([next.stop(), killed.stop()])
  await close()
})
