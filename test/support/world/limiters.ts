import { sql } from 'drizzle-orm'
import { systemClock } from '#server/platform/clock'
import {
  createVendorLimiter,
  LIMITER_DEFAULTS,
  type LimiterSettings,
  type VendorLimiter,
} from '#server/platform/limiter/vendor-limiter'
import { LONGEST_WAIT_MS, until } from '../wait.ts'
import type { Databases } from './databases.ts'

/** No pace at all, for tests of something else. */
export const UNPACED = {
  lane: { starts: 1, windowMs: 0 },
  account: { interactive: [], work: [], unhurried: [] },
} as const satisfies Partial<LimiterSettings>

/**
 * The least time that the product waits for a vendor in a test. On a busy machine an answer of the
 * sandbox, in the same process or beside it, takes many times what it takes on an idle one, and a
 * request given up would be another test.
 */
export const LEAST_VENDOR_TIMEOUT_MS = 3_000

/**
 * Settings for tests in which requests are given up or processes killed: leases end soon, but no
 * request that is answered is given up.
 */
export const SHORT_WAITS = {
  limiter: { ...UNPACED, leaseMs: LEAST_VENDOR_TIMEOUT_MS + 500 },
  vendorTimeoutMs: LEAST_VENDOR_TIMEOUT_MS,
} as const

/**
 * Settings for a test that lets time pass itself: an hour in which nothing runs out by itself,
 * however slow the machine is.
 */
export const HOUR_MS = 3_600_000
export const UNHURRIED_TEST: LimiterSettings = {
  ...LIMITER_DEFAULTS,
  ...UNPACED,
  leaseMs: HOUR_MS,
  patienceMs: LONGEST_WAIT_MS,
}

/** The pause before a refused caller asks again, however long it was told to wait. */
const ASKS_AGAIN_MS = 20
/** So many questions that an answer already on its way is not the last. */
const SEVERAL = 4

let lanes = 0

/** Two processes' limiters, and an unused lane. */
export function twoLimiters(databases: Databases, settings: Partial<LimiterSettings>) {
  lanes += 1
  const lane = `fiken:${lanes}`
  const one = askingLimiter(databases.one.db, settings)
  const other = askingLimiter(databases.other.db, settings)
  return {
    one: one.limiter,
    other: other.limiter,
    lane,
    /** The number of times that each has been told to wait. */
    refused: { one: one.refused, other: other.refused },
    /** Resolves when the other has asked again and again, and has been told to wait each time. */
    otherInVain: () => askedInVain(other.refused),
    /**
     * Lets time pass on the lane, or sets the database's clock back: everything stored is then as
     * much longer ago, or lies ahead.
     */
    passTime: (ms: number) => shift(databases, lane, -ms),
    setBack: (ms: number) => shift(databases, lane, ms),
  }
}

export async function askedInVain(refused: () => number, times = SEVERAL): Promise<void> {
  const before = refused()
  await until('the lane to be asked for in vain', () => refused() >= before + times)
}

function askingLimiter(
  db: Databases['one']['db'],
  settings: Partial<LimiterSettings>,
): { limiter: VendorLimiter; refused: () => number } {
  let refused = 0
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) => {
      refused += 1
      return systemClock.sleep(Math.min(ms, ASKS_AGAIN_MS), signal)
    },
  }
  return {
    limiter: createVendorLimiter(db, clock, { ...LIMITER_DEFAULTS, ...settings }),
    refused: () => refused,
  }
}

async function shift(databases: Databases, lane: string, ms: number): Promise<void> {
  const by = sql`${ms}::float8 * interval '1 millisecond'`
  await databases.one.db.execute(
    sql`update vendor_lanes set taken_at = taken_at + ${by}, lease_until = lease_until + ${by},
          next_start_at = next_start_at + ${by}, interactive_waiting = interactive_waiting + ${by},
          recent_starts = array(select at + ${by} from unnest(recent_starts) with ordinality s(at, n) order by n)
        where lane = ${lane}`,
  )
}

/** Lets time pass for an account's allowance; a negative time sets the clock back. */
export async function passTimeOf(databases: Databases, account: string, ms: number): Promise<void> {
  await databases.one.db.execute(
    sql`update vendor_buckets set recent_starts = array(select at - ${ms}::float8 * interval '1 millisecond'
          from unnest(recent_starts) with ordinality s(at, n) order by n)
        where bucket = ${account}`,
  )
}

/** A request that lasts until the test ends it. */
export function heldRequest() {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let begun = false
  return {
    run: async () => {
      begun = true
      await promise
    },
    begun: () => begun,
    end: () => resolve(null),
  }
}

/** Counts the requests under way at the same time, and records the order of their starts. */
export function watchedVendor() {
  let underWay = 0
  let most = 0
  const starts: string[] = []
  return {
    call: (who: string) => async () => {
      starts.push(who)
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
    },
    most: () => most,
    order: () => starts,
  }
}
