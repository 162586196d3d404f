import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import {
  askedInVain,
  heldRequest,
  HOUR_MS,
  passTimeOf,
  twoLimiters,
  UNHURRIED_TEST,
  watchedVendor,
} from '#test/support/world/limiters'
import { until } from '#test/support/wait'
import { systemClock } from '../clock.ts'
import { rowsOf } from '../database/database.ts'
import {
  createVendorLimiter,
  LimiterBusy,
  LimiterClosed,
  type LimiterSettings,
  type SlotOptions,
} from './vendor-limiter.ts'

const MINUTE_MS = 60_000

describe.each(DATABASE_KINDS)('the vendor limiter on the %s database', (kind) => {
  let databases: Databases
  const two = (settings: Partial<LimiterSettings> = {}) =>
    twoLimiters(databases, { ...UNHURRIED_TEST, ...settings })
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

  it('lets one request at a time through, whichever process and person it is for', async () => {
    const { one, other, lane } = two()
    const fiken = watchedVendor()
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
    const { one, other, lane, refused, otherInVain, passTime } = two({
      lane: { starts: 4, windowMs: HOUR_MS },
    })
    const fiken = watchedVendor()
    const four = async () => {
      for (const from of [one, other, other, one]) await from.serialized(lane, fiken.call('next'))
    }
    await one.serialized(lane, fiken.call('long ago'))
    await passTime(HOUR_MS)
    const before = refused.one() + refused.other()
    await four()
    expect(refused.one() + refused.other()).toBe(before)
    // Four requests start, then four more after one window, and the ninth after two windows,
    // without a pause between the requests within a window.
    for (const started of [5, 9]) {
      const late = other.serialized(lane, fiken.call('late'))
      await passTime(HOUR_MS - 10 * MINUTE_MS)
      await otherInVain()
      expect(fiken.order()).toHaveLength(started)
      await passTime(10 * MINUTE_MS)
      await late
      const paused = refused.one() + refused.other()
      if (started === 5)
        for (const from of [one, other, one]) await from.serialized(lane, fiken.call('next'))
      expect(refused.one() + refused.other()).toBe(paused)
    }
  })

  it('requires no pace where none is required', async () => {
    const { one, lane } = two({ lane: { starts: 1, windowMs: HOUR_MS } })
    const free = watchedVendor()
    for (let n = 0; n < 3; n += 1)
      await one.serialized(lane, free.call(String(n)), { unpaced: true })
    expect(free.order()).toHaveLength(3)
  })

  it('serves a person at a screen before work that has waited longer', async () => {
    const { one, other, lane } = two()
    const fiken = watchedVendor()
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
    const { one, lane, refused } = two()
    const fiken = watchedVendor()
    const first = heldRequest()
    const holding = one.serialized(lane, first.run)
    await until('the first request to begin', first.begun)
    // The user's process hangs between two attempts, for as long as work has to let the user go
    // first.
    const standstill = heldRequest()
    const theirs = createVendorLimiter(
      databases.other.db,
      { ...systemClock, sleep: standstill.run },
      UNHURRIED_TEST,
    )
    const person = theirs.serialized(lane, fiken.call('person'), { interactive: true })
    await until('the waiting person to be recorded', () => isWaitedFor(lane))
    await until('their process to stand still', standstill.begun)
    await databases.one.db.execute(
      sql`update vendor_lanes set interactive_waiting = clock_timestamp() + interval '59 seconds' where lane = ${lane}`,
    )
    const work = one.serialized(lane, fiken.call('work'))
    first.end()
    await holding
    await askedInVain(refused.one)
    standstill.end()
    await Promise.all([person, work])
    expect(fiken.order()).toEqual(['person', 'work'])
  })

  it('tells a user that the vendor is busy instead of letting them wait for ever, and continues without them', async () => {
    const { one, other, lane } = two({ patienceMs: 60 })
    const first = heldRequest()
    const holding = one.serialized(lane, first.run)
    await until('the first request to begin', first.begun)
    const late = watchedVendor()
    // The first user waits in their process's queue, the second for the row.
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
    const late = watchedVendor()
    const waiting = other.serialized(lane, late.call('work'), { signal: stopping.signal })
    stopping.abort()
    await expect(waiting).rejects.toThrow(LimiterClosed)
    expect(late.order()).toEqual([])
    first.end()
    await holding
  })

  it('does not send what was cancelled before its turn came, and frees the lane immediately', async () => {
    const { one, other, lane } = two()
    const fiken = watchedVendor()
    const unwanted = { guard: () => Promise.reject(new Error('another has the row')) }
    await expect(one.serialized(lane, fiken.call('unwanted'), unwanted)).rejects.toThrow(
      'another has the row',
    )
    await other.serialized(lane, fiken.call('next'))
    expect(fiken.order()).toEqual(['next'])
  })

  it('runs low-priority work between two transfers, not between the requests of one', async () => {
    const { one, other, lane, otherInVain, passTime } = two({
      lane: { starts: 2, windowMs: HOUR_MS },
    })
    const fiken = watchedVendor()
    await one.serialized(lane, fiken.call('work'))
    const unhurried = other.serialized(lane, fiken.call('copy'), { unhurried: true })
    for (let n = 0; n < 6; n += 1) {
      await passTime(HOUR_MS)
      await otherInVain()
      await one.serialized(lane, fiken.call('work'))
    }
    await passTime(1.5 * HOUR_MS)
    await unhurried
    expect(fiken.order()).toEqual([...Array.from({ length: 7 }, () => 'work'), 'copy'])
  })

  it("lets an account's whole allowance be used at once, and not one start more before the first is a window old", async () => {
    const rules = [{ starts: 6, windowMs: HOUR_MS }]
    const { one, other, refused } = two({
      account: { interactive: rules, work: rules, unhurried: rules },
    })
    const account = `servicem8:burst-${kind}`
    const servicem8 = watchedVendor()
    const all = Array.from({ length: 15 }, (_, n) =>
      (n % 2 ? one : other).throttled(account, servicem8.call(String(n))),
    )
    const everybodyInVain = () => askedInVain(() => refused.one() + refused.other(), 2 * all.length)
    await until('the allowance to be used', () => servicem8.order().length >= 6)
    for (const started of [6, 12]) {
      await everybodyInVain()
      expect(servicem8.order()).toHaveLength(started)
      await passTimeOf(databases, account, HOUR_MS - 10 * MINUTE_MS)
      await everybodyInVain()
      expect(servicem8.order()).toHaveLength(started)
      await passTimeOf(databases, account, 10 * MINUTE_MS)
      await until('more to start', () => servicem8.order().length > started)
    }
    await Promise.all(all)
    expect(servicem8.order()).toHaveLength(15)
  })

  it('reserves some of it for people, and lets what can wait take a part', async () => {
    const windowMs = HOUR_MS
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
