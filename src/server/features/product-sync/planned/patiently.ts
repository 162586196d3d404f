import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { isPassing } from '../../connections/vendor-trouble.ts'
import { productFailure } from '../writes/failure.ts'

/** Beside the client's own short retries: nobody waits at a screen for one item. */
const WAITS_MS = [1_000, 5_000, 20_000]
const LONGEST_WAIT_MS = 60_000

/**
 * Does one item of a task, again after a vendor's trouble that passes. `again`: an earlier attempt
 * may have written, though its answer was lost.
 *
 * @throws HttpError with the vendor's own status; what a stop has cut short as it was thrown
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
 * 429 passes too: here nobody waits who could be told to come back later. So does an answer that
 * could not be read, a page of a proxy's or one cut off: each attempt looks before it writes.
 */
const passes = (error: unknown) =>
  isPassing(error) || isExternalError(error, 'rate_limited', 'bad_answer')
