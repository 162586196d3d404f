/**
 * How often one may guess. What is counted are attempts within the last hour, as milliseconds
 * since 1970: positive = the password was wrong, and one waits for it; negative = still being
 * checked (or the process ended over it), or wrong before the right one came.
 */
export type Attempts = readonly number[]

export interface AttemptPolicy {
  /** Wrong ones before waiting begins. */
  free: number
  /** Attempts an hour that may reach the hash at all, running ones included. */
  hourly: number
  longestWaitMs: number
  /** What to do if the wait is too long. */
  remedy: string
}

/** A new password makes guesses of the old one pointless, so their count is cleared. */
const RESET = 'Kan du ikke vente, velg et nytt passord med «Glemt passordet?».'

/**
 * One account: ten mistakes are free, then the wait doubles to two minutes. Nobody is locked out
 * for good.
 */
export const PER_ACCOUNT: AttemptPolicy = {
  free: 10,
  hourly: 50,
  longestWaitMs: 120_000,
  remedy: RESET,
}
/**
 * One address, over all accounts: an office shares one, so this only stops lists of stolen
 * passwords.
 */
export const PER_ADDRESS: AttemptPolicy = {
  free: 100,
  hourly: 300,
  longestWaitMs: 120_000,
  remedy: '',
}

export const ATTEMPTS_COUNT_FOR_MS = 3_600_000

/** Forgets what is more than an hour old. */
export function recent(attempts: Attempts, now: number): number[] {
  return attempts.filter((at) => now - Math.abs(at) < ATTEMPTS_COUNT_FOR_MS)
}

/**
 * The right password came: the wrong ones before it delay nothing any more, but they still count
 * towards the hourly number.
 */
export function forgiven(attempts: Attempts): number[] {
  return attempts.map((at) => -Math.abs(at))
}

/** Milliseconds to wait before the next attempt; 0 = go ahead. */
export function waitBeforeAttempt(attempts: Attempts, now: number, policy: AttemptPolicy): number {
  const counted = recent(attempts, now)
  const oldest = Math.min(...counted.map(Math.abs))
  if (counted.length >= policy.hourly) return oldest + ATTEMPTS_COUNT_FOR_MS - now
  const wrong = counted.filter((at) => at > 0)
  if (wrong.length < policy.free) return 0
  const wait = Math.min(1_000 * 2 ** (wrong.length - policy.free), policy.longestWaitMs)
  return Math.max(0, Math.max(...wrong) + wait - now)
}
