import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { isPassing } from '../../connections/vendor-trouble.ts'
import { productFailure } from '../writes/failure.ts'

/**
 * The waits between attempts, in addition to the client's own short retries: no user waits at a
 * screen for one item.
 */
const WAITS_MS = [1_000, 5_000, 20_000]
const LONGEST_WAIT_MS = 60_000

/**
 * Performs one item of a task, and repeats it after a vendor's passing trouble. `again` is true
 * when an earlier attempt may have written, though its answer was lost.
 * @throws HttpError with the vendor's own status; the original error when a stop cut it short
 */
export async function patiently<T>(
  { clock, ladderScale }: Pick<Platform, 'clock' | 'ladderScale'>,
  signal: AbortSignal,
  attempt: (again: boolean) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(tries > 0)
    } catch (error) {
      if (signal.aborted || error instanceof LimiterClosed) throw error
      const wait = WAITS_MS[tries]
      if (wait === undefined || !passes(error)) throw productFailure(error)
      const asked = isExternalError(error) ? (error.retryAfterMs ?? 0) : 0
      await clock.sleep(Math.min(LONGEST_WAIT_MS, Math.max(wait * ladderScale, asked)), signal)
    }
  }
}

/**
 * Returns true for passing trouble. That includes 429, since no user waits who could be told to
 * come back later, and an unreadable answer, such as a proxy's page or one cut off: each attempt
 * reads before it writes.
 */
const passes = (error: unknown) =>
  isPassing(error) || isExternalError(error, 'rate_limited', 'bad_answer')
