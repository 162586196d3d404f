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
} from '#test/support/world/limiters'
import { until } from '#test/support/wait'
import type { LimiterSettings } from './vendor-limiter.ts'

const MINUTE_MS = 60_000

describe.each(DATABASE_KINDS)('when the clock of the %s database is set back', (kind) => {
  let databases: Databases

  beforeAll(async () => {
    databases = await openDatabases(kind)
  })
  afterAll(() => databases.close())

  const two = (settings: Partial<LimiterSettings> = {}) =>
    twoLimiters(databases, { ...UNHURRIED_TEST, ...settings })

  it('a lane that nobody uses is free immediately', async () => {
    const { one, other, lane, setBack } = two()
    await one.serialized(lane, () => Promise.resolve())
    await setBack(HOUR_MS)
    expect(await other.serialized(lane, () => Promise.resolve('next'))).toBe('next')
  })

  it('the request that is under way ends before the next one begins', async () => {
    const { one, other, lane, otherInVain, setBack } = two()
    const first = heldRequest()
    let ended = false
    const holding = one.serialized(lane, first.run).then(() => (ended = true))
    await until('the first request to begin', first.begun)
    await setBack(HOUR_MS)
    const next = other.serialized(lane, () => Promise.resolve(ended))
    await otherInVain()
    first.end()
    await holding
    expect(await next).toBe(true)
    expect(await other.serialized(lane, () => Promise.resolve('done'))).toBe('done')
  })

  it('the lease of a process that died lasts its full length from when that was discovered, and no longer', async () => {
    const { one, other, lane, otherInVain, passTime, setBack } = two()
    const dead = heldRequest()
    const holding = one.serialized(lane, dead.run)
    await until('the request to begin', dead.begun)
    await passTime(HOUR_MS / 2)
    await setBack(5 * HOUR_MS)
    const living = heldRequest()
    const next = other.serialized(lane, living.run)
    await otherInVain()
    await passTime(HOUR_MS - 10 * MINUTE_MS)
    await otherInVain()
    expect(living.begun()).toBe(false)
    await passTime(10 * MINUTE_MS)
    await until('the lease to run out', living.begun)
    living.end()
    dead.end()
    await Promise.all([holding, next])
  })

  it('however often that happens, no two requests run at the same time, and all of them are made', async () => {
    const { one, other, lane, setBack } = two()
    let underWay = 0
    let most = 0
    let made = 0
    const call = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      made += 1
    }
    const calls = Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).serialized(lane, call)),
    )
    for (const ms of [HOUR_MS, 50, 86_400_000, 7, 190, 2 * HOUR_MS]) {
      const before = made
      await setBack(ms)
      await until('some more to be made', () => made > before || made === 40)
    }
    await calls
    expect(most).toBe(1)
    expect(made).toBe(40)
  })

  it('work does not wait for a user who was at a screen before', async () => {
    const { one, other, lane, setBack } = two()
    await one.serialized(lane, () => Promise.resolve())
    await databases.one.db.execute(
      sql`update vendor_lanes set interactive_waiting = clock_timestamp() + interval '1 second' where lane = ${lane}`,
    )
    await setBack(HOUR_MS)
    expect(await other.serialized(lane, () => Promise.resolve('work'))).toBe('work')
  })

  it('the pace is kept, and the lane does not stand still for longer than one window', async () => {
    const { one, other, lane, refused, otherInVain, passTime, setBack } = two({
      lane: { starts: 2, windowMs: HOUR_MS },
    })
    const nothing = () => Promise.resolve()
    const free = async (limiter: typeof one) => {
      const before = refused.one() + refused.other()
      await limiter.serialized(lane, nothing)
      expect(refused.one() + refused.other()).toBe(before)
    }
    await one.serialized(lane, nothing)
    await passTime(HOUR_MS)
    await free(one)
    await free(one)
    await setBack(5 * HOUR_MS)
    for (const second of [other, one]) {
      let begun = false
      const next = other.serialized(lane, () => Promise.resolve((begun = true)))
      await otherInVain()
      await passTime(HOUR_MS - 10 * MINUTE_MS)
      await otherInVain()
      expect(begun).toBe(false)
      await passTime(10 * MINUTE_MS)
      await next
      await free(second)
    }
  })

  it("an account's allowance fills up again", async () => {
    const rules = [{ starts: 3, windowMs: HOUR_MS }]
    const { one, refused } = two({ account: { interactive: rules, work: rules, unhurried: rules } })
    const account = `servicem8:set-back-${kind}`
    for (let n = 0; n < 3; n += 1) await one.throttled(account, () => Promise.resolve())
    await passTimeOf(databases, account, -5 * HOUR_MS)
    let served = false
    const next = one.throttled(account, () => Promise.resolve((served = true)))
    await askedInVain(refused.one)
    // The clock was set back, so the stored requests count as started just now.
    await passTimeOf(databases, account, HOUR_MS - 10 * MINUTE_MS)
    await askedInVain(refused.one)
    expect(served).toBe(false)
    await passTimeOf(databases, account, 10 * MINUTE_MS)
    expect(await next).toBe(true)
  })
})
