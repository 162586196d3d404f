import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import { heldRequest, twoLimiters } from '#test/support/world/limiters'
import { until } from '#test/support/wait'
import { systemClock } from '../clock.ts'
import { createVendorLimiter, LIMITER_DEFAULTS, type LimiterSettings } from './vendor-limiter.ts'

const HOUR_MS = 3_600_000
const QUICK: LimiterSettings = {
  ...LIMITER_DEFAULTS,
  leaseMs: 20_000,
  lane: { starts: 1, windowMs: 10 },
  patienceMs: 20_000,
}

describe.each(DATABASE_KINDS)('when the clock of the %s database is set back', (kind) => {
  let databases: Databases

  beforeAll(async () => {
    databases = await openDatabases(kind)
  })
  afterAll(() => databases.close())

  const two = (settings: Partial<LimiterSettings> = {}) =>
    twoLimiters(databases, { ...QUICK, ...settings })
  /** From the clock's point of view, everything that is stored has moved ahead. */
  const setBack = (lane: string, ms: number) =>
    databases.one.db.execute(
      sql`update vendor_lanes set taken_at = taken_at + ${ms}::float8 * interval '1 millisecond',
            lease_until = lease_until + ${ms}::float8 * interval '1 millisecond',
            next_start_at = next_start_at + ${ms}::float8 * interval '1 millisecond',
            recent_starts = array(select at + ${ms}::float8 * interval '1 millisecond' from unnest(recent_starts) with ordinality s(at, n) order by n),
            interactive_waiting = interactive_waiting + ${ms}::float8 * interval '1 millisecond'
          where lane = ${lane}`,
    )

  it('a lane that nobody uses is free immediately', async () => {
    const { one, other, lane } = two()
    await one.serialized(lane, () => Promise.resolve())
    await setBack(lane, HOUR_MS)
    expect(await other.serialized(lane, () => Promise.resolve('next'))).toBe('next')
  })

  it('the request that is under way ends before the next one begins', async () => {
    const { one, other, lane } = two()
    const first = heldRequest()
    let ended = false
    const holding = one.serialized(lane, first.run).then(() => (ended = true))
    await until('the first request to begin', first.begun)
    await setBack(lane, HOUR_MS)
    let asked = 0
    const counting = createVendorLimiter(
      databases.other.db,
      { ...systemClock, sleep: (ms, signal) => (asked++, systemClock.sleep(ms, signal)) },
      QUICK,
    )
    const next = counting.serialized(lane, () => Promise.resolve(ended))
    await until('the next one to have asked several times', () => asked > 5)
    first.end()
    await holding
    expect(await next).toBe(true)
    expect(await other.serialized(lane, () => Promise.resolve('done'))).toBe('done')
  })

  it('the lease of a process that died lasts its full length from when that was discovered, and no longer', async () => {
    const { one, other, lane } = two({ leaseMs: 500 })
    const dead = heldRequest()
    const holding = one.serialized(lane, dead.run)
    await until('the request to begin', dead.begun)
    await setBack(lane, HOUR_MS)
    const foundOut = performance.now()
    await other.serialized(lane, () => Promise.resolve())
    expect(performance.now() - foundOut).toBeGreaterThanOrEqual(500)
    dead.end()
    await holding
  })

  it('however often that happens, no two requests run at the same time, and all of them are made', async () => {
    // Longer than a busy process may stand still.
    const { one, other, lane } = two({ leaseMs: 2_000 })
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
      await setBack(lane, ms)
      await until('some more to be made', () => made > before || made === 40)
    }
    await calls
    expect(most).toBe(1)
    expect(made).toBe(40)
  })

  it('work does not wait for a user who was at a screen before', async () => {
    const { one, other, lane } = two()
    await one.serialized(lane, () => Promise.resolve())
    await databases.one.db.execute(
      sql`update vendor_lanes set interactive_waiting = clock_timestamp() + interval '1 second' where lane = ${lane}`,
    )
    await setBack(lane, HOUR_MS)
    expect(await other.serialized(lane, () => Promise.resolve('work'))).toBe('work')
  })

  it('the pace is kept, and the lane does not stand still for longer than one window', async () => {
    const windowMs = 1_500
    const { one, other, lane } = two({ lane: { starts: 2, windowMs } })
    const starts: number[] = []
    const call = () => Promise.resolve(void starts.push(performance.now()))
    for (let n = 0; n < 3; n += 1) await one.serialized(lane, call)
    await setBack(lane, HOUR_MS)
    for (let n = 0; n < 4; n += 1) await other.serialized(lane, call)
    const gaps = starts.slice(2).map((at, n) => at - (starts[n] ?? 0))
    // A start is seen a little after it was granted.
    expect(Math.min(...gaps)).toBeGreaterThan(windowMs - 500)
    expect(Math.max(...gaps)).toBeLessThan(4 * windowMs)
  })

  it("an account's allowance fills up again", async () => {
    const rules = [{ starts: 3, windowMs: 500 }]
    const { one } = two({ account: { interactive: rules, work: rules, unhurried: rules } })
    const account = `servicem8:set-back-${kind}`
    for (let n = 0; n < 3; n += 1) await one.throttled(account, () => Promise.resolve())
    await databases.one.db.execute(
      sql`update vendor_buckets set recent_starts = array(select at + interval '1 hour' from unnest(recent_starts) with ordinality s(at, n) order by n)
          where bucket = ${account}`,
    )
    const foundOut = performance.now()
    expect(await one.throttled(account, () => Promise.resolve('served'))).toBe('served')
    // As if the last minute's had only just been started.
    expect(performance.now() - foundOut).toBeGreaterThanOrEqual(450)
  })
})
