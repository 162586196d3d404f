import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#clients/http/transport'
import type { Overrides } from '#server/compose'
import type { WorldOptions } from '../world/world.ts'
import { meetMidnight } from './midnight.ts'

const DAY_MS = 86_400_000
const START_HOUR = 13

/**
 * Returns the milliseconds until the next 13:00 UTC. If a world's clock runs this far ahead, no day
 * ends during the tests, and results don't depend on the time of day. In `npm run test:midnight`
 * the clock is set before: set later, it would jump ten minutes in the running world, whose cached
 * lists would expire.
 */
export function untilOneOClock(): number {
  meetMidnight()
  return (START_HOUR * 3_600_000 - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS
}

/**
 * Returns the options of a world whose product, vendors and browsers all start at 13:00 UTC, for
 * tests that depend on days and months.
 */
export function daytime(
  overrides: Overrides = {},
): Pick<WorldOptions, 'ahead' | 'sandbox' | 'overrides'> {
  const ahead = untilOneOClock()
  const now = () => Date.now() + ahead
  const clock: Clock = {
    now,
    sleep: (ms, signal) => pause(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
  }
  return { ahead, sandbox: { now }, overrides: { clock, ...overrides } }
}
