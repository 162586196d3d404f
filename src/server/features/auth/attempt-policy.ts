/**
 * The sign-in attempts within the last hour, in milliseconds since 1970. A positive number is a
 * wrong password, which delays further attempts. A negative number is an attempt that is still
 * being checked (or was cut off when the process ended), or a wrong password that was followed by
 * the right one.
 */
export type Attempts = readonly number[]

export interface AttemptPolicy {
  free: number
  hourly: number
  longestWaitMs: number
  remedy: string
}

/** The advice for a user who must wait; setting a new password clears the attempts. */
const RESET = 'Kan du ikke vente, velg et nytt passord med «Glemt passordet?».'

/**
 * The policy per account: ten wrong passwords are free, then the wait doubles up to two minutes. No
 * account is locked permanently.
 */
export const PER_ACCOUNT: AttemptPolicy = {
  free: 10,
  hourly: 50,
  longestWaitMs: 120_000,
  remedy: RESET,
}
/**
 * The policy per IP address, across all accounts. An office can share one IP address, so this
 * limit only stops attacks with lists of stolen passwords.
 */
export const PER_ADDRESS: AttemptPolicy = {
  free: 100,
  hourly: 300,
  longestWaitMs: 120_000,
  remedy: '',
}

export const ATTEMPTS_COUNT_FOR_MS = 3_600_000

export function recent(attempts: Attempts, now: number): number[] {
  return attempts.filter((at) => now - Math.abs(at) < ATTEMPTS_COUNT_FOR_MS)
}

/**
 * Marks wrong passwords as followed by the right password. Such attempts no longer delay further
 * attempts, but still count towards the hourly limit.
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
