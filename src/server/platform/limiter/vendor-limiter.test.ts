import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import { heldRequest, twoLimiters, UNPACED } from '#test/support/world/limiters'
import { until } from '#test/support/wait'
import { systemClock } from '../clock.ts'
import { rowsOf, type Db } from '../database/database.ts'
import {
  createVendorLimiter,
  LIMITER_DEFAULTS,
  LimiterBusy,
  LimiterClosed,
  type LimiterSettings,
  type SlotOptions,
} from './vendor-limiter.ts'

const QUICK: LimiterSettings = {
  ...LIMITER_DEFAULTS,
  leaseMs: 60_000,
  ...UNPACED,
  patienceMs: 20_000,
}

/**
 * Counts how many requests are under way at the same time, and records the order of their starts.
 */
function vendor() {
  let underWay = 0
  let most = 0
  const starts: { who: string; at: number }[] = []
  return {
    call: (who: string) => async () => {
      starts.push({ who, at: performance.now() })
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
    },
    most: () => most,
    order: () => starts.map(({ who }) => who),
    times: () => starts.map(({ at }) => at),
  }
}

/** A start is seen a little after it was granted, by a busy process later than by an idle one. */
const SEEN_LATE_MS = 500

describe.each(DATABASE_KINDS)('the vendor limiter on the %s database', (kind) => {
  let databases: Databases
  const two = (settings: Partial<LimiterSettings> = {}) =>
    twoLimiters(databases, { ...QUICK, ...settings })
  const isWaitedFor = async (lane: string) => {
    const [row] = await rowsOf<{ ok: boolean }>(
      databases.one.db,
      sql`select interactive_waiting > clock_timestamp() as ok from vendor_lanes where lane = ${lane}`,
    )
    return row?.ok
  }

  beforeAll(async () => {
    databases = await openDatabases(kind)
  })
  afterAll(() => databases.close())

  it('keeps a long lease for the length of five ordinary ones, and for as long as it is extended', async () => {
    const { one, other, lane } = two({ leaseMs: 200 })
    const work = heldRequest()
    let prolong = () => Promise.resolve(false)
    const held = one.serialized(
      lane,
      (slot) => {
        prolong = slot.prolong
        return work.run()
      },
      { longLease: true },
    )
    await until('the slot to be taken', () => Promise.resolve(work.begun()))
    const next = heldRequest()
    const took = other.serialized(lane, next.run)
    const began = performance.now()
    while (performance.now() - began < 1_500) {
      expect(await prolong()).toBe(true)
      expect(next.begun()).toBe(false)
      await systemClock.sleep(100)
    }
    // As when the database has been unavailable for longer than that.
    await until('the lease to run out', () => Promise.resolve(next.begun()))
    expect(performance.now() - began).toBeGreaterThan(1_500 + 4 * 200)
    expect(await prolong()).toBe(false)
    work.end()
    await held
    next.end()
    await took
  })

  it('lets a long lease expire like an ordinary one when nobody waited for the answer', async () => {
    const { one, other, lane } = two({ leaseMs: 500 })
    await one.serialized(lane, () => Promise.resolve(), { longLease: true, gaveUp: () => true })
    const began = performance.now()
    await other.serialized(lane, () => Promise.resolve())
    const waited = performance.now() - began
    expect(waited).toBeGreaterThan(300)
    expect(waited).toBeLessThan(2_000)
  })

  it('lets one request at a time through, whichever process and person it is for', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const calls = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? one : other).serialized(lane, fiken.call(String(n)), { interactive: n % 3 === 0 }),
    )
    await Promise.all(calls)
    expect(fiken.order()).toHaveLength(40)
    expect(fiken.most()).toBe(1)
  })

  it('frees the lane when a request fails, and passes its error on', async () => {
    const { one, other, lane } = two()
    await expect(one.serialized(lane, () => Promise.reject(new Error('500')))).rejects.toThrow(
      '500',
    )
    expect(await other.serialized(lane, () => Promise.resolve('next'))).toBe('next')
  })

  it('lets four requests start without a pause after a quiet second, and never a fifth within the window, across all processes', async () => {
    const windowMs = 1_500
    const { one, other, lane } = two({ lane: { starts: 4, windowMs } })
    const fiken = vendor()
    const began = performance.now()
    for (let n = 0; n < 9; n += 1)
      await (n % 2 ? one : other).serialized(lane, fiken.call(String(n)))
    const at = fiken.times()
    // A start is seen a little after it was granted.
    const gaps = at.slice(4).map((time, n) => time - (at[n] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(windowMs - SEEN_LATE_MS)
    // Four, four, and the ninth after two windows, not after eight pauses of a fourth.
    expect((at[3] ?? 0) - began).toBeLessThan(windowMs)
    expect((at[7] ?? 0) - began).toBeLessThan(2 * windowMs)
  })

  it('requires no pace where none is required', async () => {
    const { one, lane } = two({ lane: { starts: 1, windowMs: 60_000 } })
    const free = vendor()
    for (let n = 0; n < 3; n += 1)
      await one.serialized(lane, free.call(String(n)), { unpaced: true })
    expect(free.order()).toHaveLength(3)
  })

  it('serves a person at a screen before work that has waited longer', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const first = heldRequest()
    const holding = one.serialized(lane, first.run)
    await until('the first request to begin', first.begun)
    const waiting = [
      one.serialized(lane, fiken.call('work here')),
      other.serialized(lane, fiken.call('work there')),
      one.serialized(lane, fiken.call('person here'), { interactive: true }),
    ]
    first.end()
    await Promise.all([holding, ...waiting])
    expect(fiken.order().indexOf('person here')).toBeLessThan(fiken.order().indexOf('work here'))
  })

  it('serves a person in one process before work in another', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const first = heldRequest()
    const holding = one.serialized(lane, first.run)
    await until('the first request to begin', first.begun)
    const person = other.serialized(lane, fiken.call('person'), { interactive: true })
    await until('the waiting person to be recorded', () => isWaitedFor(lane))
    const work = one.serialized(lane, fiken.call('work'))
    first.end()
    await Promise.all([holding, person, work])
    expect(fiken.order()).toEqual(['person', 'work'])
  })

  it('tells a user that the vendor is busy instead of letting them wait for ever, and continues without them', async () => {
    const { one, other, lane } = two({ patienceMs: 60 })
    const first = heldRequest()
    const holding = one.serialized(lane, first.run)
    await until('the first request to begin', first.begun)
    const late = vendor()
    // In the same process it waits in the queue, in another at the row.
    await expect(one.serialized(lane, late.call('here'), { interactive: true })).rejects.toThrow(
      LimiterBusy,
    )
    await expect(other.serialized(lane, late.call('there'), { interactive: true })).rejects.toThrow(
      LimiterBusy,
    )
    const work = one.serialized(lane, () => Promise.resolve('done'))
    first.end()
    await holding
    expect(await work).toBe('done')
    expect(late.order()).toEqual([])
  })

  it('stops work that is told to stop without sending anything', async () => {
    const { one, other, lane } = two()
    const first = heldRequest()
    const holding = one.serialized(lane, first.run)
    await until('the first request to begin', first.begun)
    const stopping = new AbortController()
    const late = vendor()
    const waiting = other.serialized(lane, late.call('work'), { signal: stopping.signal })
    stopping.abort()
    await expect(waiting).rejects.toThrow(LimiterClosed)
    expect(late.order()).toEqual([])
    first.end()
    await holding
  })

  it('waits the whole lease of a process that died, and does not let its late end free another’s lane', async () => {
    const { one, other, lane } = two({ leaseMs: 400 })
    const dead = heldRequest()
    const began = performance.now()
    const holding = one.serialized(lane, dead.run)
    await until('the request to begin', dead.begun)

    const living = heldRequest()
    const next = other.serialized(lane, living.run)
    await until('the next request to begin', living.begun)
    // The time until the lease was written came on top.
    expect(performance.now() - began).toBeGreaterThanOrEqual(400)

    dead.end()
    await holding
    const [row] = await rowsOf<{ held: boolean }>(
      databases.one.db,
      sql`select holder is not null as held from vendor_lanes where lane = ${lane}`,
    )
    expect(row?.held).toBe(true)
    living.end()
    await next
  })

  it('lets the lease of an abandoned request expire, as the vendor may still be working on it', async () => {
    const { one, other, lane } = two({ leaseMs: 400 })
    const began = performance.now()
    const gaveUp = () => Promise.reject(new Error('no answer in time'))
    await expect(one.serialized(lane, gaveUp, { gaveUp: () => true })).rejects.toThrow(
      'no answer in time',
    )
    const fiken = vendor()
    await Promise.all([
      one.serialized(lane, fiken.call('here')),
      other.serialized(lane, fiken.call('there')),
    ])
    expect(performance.now() - began).toBeGreaterThanOrEqual(400)
    expect(fiken.most()).toBe(1)
  })

  it('does not send what was cancelled before its turn came, and frees the lane immediately', async () => {
    const { one, other, lane } = two()
    const fiken = vendor()
    const unwanted = { guard: () => Promise.reject(new Error('another has the row')) }
    await expect(one.serialized(lane, fiken.call('unwanted'), unwanted)).rejects.toThrow(
      'another has the row',
    )
    await other.serialized(lane, fiken.call('next'))
    expect(fiken.order()).toEqual(['next'])
  })

  it('does not let a process send that slept past its lease between asking and sending', async () => {
    // Only the sleeper's lease is short: the other's must outlast a busy machine.
    const { other, lane } = two()
    const awake = Promise.withResolvers<unknown>()
    const fallenAsleep = Promise.withResolvers<unknown>()
    let sleeps = true
    let refused = 0
    const sleepy = createVendorLimiter(
      afterEach(databases.one.db, async (answer) => {
        // The lease has been granted, and the process is stopped before it learns of it.
        if (!sleeps) refused += granted(answer) ? 0 : 1
        if (!sleeps || !granted(answer)) return
        sleeps = false
        fallenAsleep.resolve(null)
        await awake.promise
      }),
      systemClock,
      { ...QUICK, leaseMs: 200 },
    )
    const fiken = vendor()
    const zombie = sleepy.serialized(lane, fiken.call('zombie'))
    await fallenAsleep.promise

    const living = heldRequest()
    const next = other.serialized(lane, async () => {
      await living.run()
      await fiken.call('living')()
    })
    await until('somebody else to have the lane', living.begun)
    awake.resolve(null)
    // Its own look at the fence, and then several attempts at a lease of its own.
    await until('the zombie to ask again', () => refused > 6)
    expect(fiken.order()).toEqual([])
    living.end()
    await Promise.all([next, zombie])
    expect(fiken.order()).toEqual(['living', 'zombie'])
    expect(fiken.most()).toBe(1)
  })

  it('runs low-priority work between two transfers, not between the requests of one', async () => {
    const { one, other, lane } = two({ lane: { starts: 2, windowMs: 200 } })
    const fiken = vendor()
    await one.serialized(lane, fiken.call('work'))
    const unhurried = other.serialized(lane, fiken.call('copy'), { unhurried: true })
    for (let n = 0; n < 6; n += 1) await one.serialized(lane, fiken.call('work'))
    await unhurried
    expect(fiken.order()).toEqual([...Array.from({ length: 7 }, () => 'work'), 'copy'])
  })

  it("lets an account's whole allowance be used at once, and not one start more before the first is a window old", async () => {
    const windowMs = 1_500
    const rules = [{ starts: 6, windowMs }]
    const { one, other } = two({ account: { interactive: rules, work: rules, unhurried: rules } })
    const account = `servicem8:burst-${kind}`
    const servicem8 = vendor()
    await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        (n % 2 ? one : other).throttled(account, servicem8.call(String(n))),
      ),
    )
    const at = servicem8.times()
    const gaps = at.slice(6).map((time, n) => time - (at[n] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(windowMs - SEEN_LATE_MS)
  })

  it('reserves some of it for people, and lets what can wait take a part', async () => {
    const windowMs = 60_000
    const { one, other } = two({
      account: {
        interactive: [{ starts: 4, windowMs }],
        work: [{ starts: 3, windowMs }],
        unhurried: [
          { starts: 2, windowMs },
          { starts: 1, windowMs: 200 },
        ],
      },
    })
    const account = `servicem8:${kind}`
    const took: string[] = []
    const stop = new AbortController()
    const ask = (who: string, options: SlotOptions) =>
      one.throttled(account, () => Promise.resolve(took.push(who)), {
        ...options,
        signal: stop.signal,
      })
    const waiting = Promise.allSettled([
      ask('can wait', { unhurried: true }).then(() => ask('can wait', { unhurried: true })),
    ])
    await waiting
    const late = ask('can wait', { unhurried: true })
    await ask('work', {})
    const lateWork = ask('work', {})
    await other.throttled(account, () => Promise.resolve(took.push('person')), {
      interactive: true,
    })
    expect(took).toEqual(['can wait', 'can wait', 'work', 'person'])
    stop.abort()
    await Promise.all(
      [late, lateWork].map((stopped) => expect(stopped).rejects.toThrow(LimiterClosed)),
    )
  })
})

/** The database with something done after each statement, before its answer is received. */
function afterEach(db: Db, then: (answer: unknown) => Promise<void>): Db {
  return new Proxy(db, {
    get: (target, name) => {
      if (name !== 'execute') return Reflect.get(target, name) as unknown
      return async (statement: Parameters<Db['execute']>[0]) => {
        const answer: unknown = await target.execute(statement)
        await then(answer)
        return answer
      }
    },
  })
}

function granted(answer: unknown): boolean {
  const rows = (answer as { rows?: Record<string, unknown>[] }).rows ?? []
  return rows[0]?.['fence'] !== undefined && rows[0]['fence'] !== null
}
