import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { isPassing } from '../../connections/vendor-trouble.ts'
import { productFailure } from '../writes/failure.ts'

/**
 * The intervals in milliseconds between attempts, in addition to the client's own short retries; no
 * user waits for a single item.
 */
const WAITS_MS = [1_000, 5_000, 20_000]
const LONGEST_WAIT_MS = 60_000

/**
 * Performs a task's item, and retries it after a temporary failure of the vendor. `again` is true
 * if an earlier attempt might have written the value although its response was lost.
 * @throws HttpError with the vendor's status; the original error when a shutdown interrupted the
 * item
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
 * Returns true for a temporary failure. Status 429 is included because no user is waiting, and so
 * is an unreadable response, such as a proxy's error page or a truncated response: a retry is safe
 * because each attempt reads before it writes.
 */
const passes = (error: unknown) =>
  isPassing(error) || isExternalError(error, 'rate_limited', 'bad_answer')
