/**
 * The attempts to guess a password within the last hour, in milliseconds since 1970. Positive: a
 * wrong password, which causes waiting. Negative: still being checked (or cut off by the end of the
 * process), or wrong but followed by the right one.
 */
export type Attempts = readonly number[]

export interface AttemptPolicy {
  free: number
  /** Attempts an hour that reach the hash at all, running ones included. */
  hourly: number
  longestWaitMs: number
  /** Advice for callers whose wait is long; empty when there is none. */
  remedy: string
}

/** A new password makes guesses of the old one pointless, so their count is cleared. */
const RESET = 'Kan du ikke vente, velg et nytt passord med «Glemt passordet?».'

/**
 * The policy for one account: ten mistakes are free, then the wait doubles up to two minutes.
 * Nobody is locked out for good.
 */
export const PER_ACCOUNT: AttemptPolicy = {
  free: 10,
  hourly: 50,
  longestWaitMs: 120_000,
  remedy: RESET,
}
/**
 * The policy for one address over all accounts. An office shares an address, so this only stops
 * lists of stolen passwords.
 */
export const PER_ADDRESS: AttemptPolicy = {
  free: 100,
  hourly: 300,
  longestWaitMs: 120_000,
  remedy: '',
}

export const ATTEMPTS_COUNT_FOR_MS = 3_600_000

/** Drops attempts that are more than an hour old. */
export function recent(attempts: Attempts, now: number): number[] {
  return attempts.filter((at) => now - Math.abs(at) < ATTEMPTS_COUNT_FOR_MS)
}

/**
 * Marks wrong guesses as followed by the right password: they cause no more waiting, but still
 * count towards the hourly number.
 */
export function forgiven(attempts: Attempts): number[] {
  return attempts.map((at) => -Math.abs(at))
}

/** Returns the milliseconds to wait before the next attempt; 0 when there is no wait. */
export function waitBeforeAttempt(attempts: Attempts, now: number, policy: AttemptPolicy): number {
  const counted = recent(attempts, now)
  const oldest = Math.min(...counted.map(Math.abs))
  if (counted.length >= policy.hourly) return oldest + ATTEMPTS_COUNT_FOR_MS - now
  const wrong = counted.filter((at) => at > 0)
  if (wrong.length < policy.free) return 0
  const wait = Math.min(1_000 * 2 ** (wrong.length - policy.free), policy.longestWaitMs)
  return Math.max(0, Math.max(...wrong) + wait - now)
}
