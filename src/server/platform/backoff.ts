export const RETRY_LADDER_MS: readonly number[] = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000].map(
  (seconds) => seconds * 1000,
)

/**
 * The longest wait in milliseconds while the vendor itself is down: ten minutes, so that work
 * resumes soon after the vendor is available again. Retries then end after about three days instead
 * of at the end of the retry ladder.
 */
const OUTAGE_LONGEST_MS = 600_000
const OUTAGE_TRIES = 3 * 24 * 6

const JITTER = 0.2

/**
 * Returns the number of failures whose waits add up to at least `ms` milliseconds, even with the
 * shortest jitter. The waits are the retry ladder's; a vendor's Retry-After can be shorter.
 */
export function failuresSpanning(ms: number): number {
  let spanned = 0
  const enough = RETRY_LADDER_MS.findIndex((rung) => (spanned += rung * (1 - JITTER)) >= ms)
  return enough === -1 ? RETRY_LADDER_MS.length : enough + 1
}

export interface BackoffInput {
  /** The number of failures so far, including this one: 1 after the first. */
  failures: number
  outage?: boolean
  /**
   * A random number in [0, 1), which varies the wait by ±20 % so that rows that failed together are
   * not retried together.
   */
  random: number
  /**
   * The wait in milliseconds from the vendor's Retry-After header, which replaces the retry
   * ladder's wait, even if shorter.
   */
  retryAfterMs?: number | null
  scale?: number
}

/** Returns the milliseconds until the next attempt, or `giveUp` at the end of the retry ladder. */
export function nextAttempt({
  failures,
  outage = false,
  random,
  retryAfterMs = null,
  scale = 1,
}: BackoffInput): { giveUp: true } | { giveUp: false; delayMs: number } {
  const step = Math.max(0, failures - 1)
  const rung = outage
    ? Math.min(RETRY_LADDER_MS[step] ?? Infinity, OUTAGE_LONGEST_MS)
    : RETRY_LADDER_MS[step]
  if (rung === undefined || (outage && failures > OUTAGE_TRIES)) return { giveUp: true }
  const delay =
    retryAfterMs !== null && retryAfterMs >= 0
      ? retryAfterMs
      : rung * (1 - JITTER + 2 * JITTER * random)
  return { giveUp: false, delayMs: Math.round(delay * scale) }
}
