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

export const UNPACED = {
  lane: { starts: 1, windowMs: 0 },
  account: { interactive: [], work: [], unhurried: [] },
} as const satisfies Partial<LimiterSettings>

/**
 * Minimum vendor timeout in tests. On a busy machine the sandbox can respond many times slower than
 * on an idle one, and a request that times out would be a different test.
 */
export const LEAST_VENDOR_TIMEOUT_MS = 3_000

/**
 * Settings for tests in which requests time out or processes are killed: leases expire soon, but a
 * request that gets a response never times out.
 */
export const SHORT_WAITS = {
  limiter: { ...UNPACED, leaseMs: LEAST_VENDOR_TIMEOUT_MS + 500 },
  vendorTimeoutMs: LEAST_VENDOR_TIMEOUT_MS,
} as const

/** Settings for tests that move the clock: leases last an hour, so that nothing expires. */
export const HOUR_MS = 3_600_000
export const UNHURRIED_TEST: LimiterSettings = {
  ...LIMITER_DEFAULTS,
  ...UNPACED,
  leaseMs: HOUR_MS,
  patienceMs: LONGEST_WAIT_MS,
}

/** Interval after which a refused caller retries, regardless of how long it was told to wait. */
const ASKS_AGAIN_MS = 20
/** Number of refusals to await: more than requests that were already under way can cause. */
const SEVERAL = 4

let lanes = 0

export function twoLimiters(databases: Databases, settings: Partial<LimiterSettings>) {
  lanes += 1
  const lane = `fiken:${lanes}`
  const one = askingLimiter(databases.one.db, settings)
  const other = askingLimiter(databases.other.db, settings)
  return {
    one: one.limiter,
    other: other.limiter,
    lane,
    refused: { one: one.refused, other: other.refused },
    otherInVain: () => askedInVain(other.refused),
    /**
     * Moves the lane's stored times into the past, as if time had passed; `setBack` moves them into
     * the future, as if the database's clock had been set back.
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

/** Moves the stored times of an account's allowance into the past; if negative, into the future. */
export async function passTimeOf(databases: Databases, account: string, ms: number): Promise<void> {
  await databases.one.db.execute(
    sql`update vendor_buckets set recent_starts = array(select at - ${ms}::float8 * interval '1 millisecond'
          from unnest(recent_starts) with ordinality s(at, n) order by n)
        where bucket = ${account}`,
  )
}

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

/** Returns a vendor that records the maximum number of concurrent requests and their order. */
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
