import { systemClock } from '#server/platform/clock'
import {
  createVendorLimiter,
  LIMITER_DEFAULTS,
  type LimiterSettings,
} from '#server/platform/limiter/vendor-limiter'
import type { Databases } from './databases.ts'

/** No pace at all, for what is not about pace. */
export const UNPACED = {
  lane: { starts: 1, windowMs: 0 },
  account: { interactive: [], work: [], unhurried: [] },
} as const satisfies Partial<LimiterSettings>

let lanes = 0

/** The limiters of two processes, and a lane that nobody has used. */
export function twoLimiters(databases: Databases, settings: Partial<LimiterSettings>) {
  lanes += 1
  const all = { ...LIMITER_DEFAULTS, ...settings }
  return {
    one: createVendorLimiter(databases.one.db, systemClock, all),
    other: createVendorLimiter(databases.other.db, systemClock, all),
    lane: `fiken:${lanes}`,
  }
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
