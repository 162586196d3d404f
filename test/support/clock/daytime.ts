import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#clients/http/transport'
import type { Overrides } from '#server/compose'
import type { WorldOptions } from '../world/world.ts'

const DAY_MS = 86_400_000
const START_HOUR = 13

/**
 * Returns the milliseconds until one o'clock (UTC), today or tomorrow. A world whose clock is so
 * far ahead begins at that hour: no day ends while its tests run, and "yesterday" is equally long
 * ago at every hour of the day.
 */
export const untilOneOClock = () =>
  (START_HOUR * 3_600_000 - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS

/**
 * Returns the options of a world that begins at one o'clock, for tests of days and months: the
 * product, the vendors and the browsers alike.
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
