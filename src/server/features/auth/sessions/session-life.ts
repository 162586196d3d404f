/** How long a session lives (rule 17): 14 days without use, 60 days in all. */
const DAY = 86_400_000
export const IDLE_MS = 14 * DAY
export const ABSOLUTE_MS = 60 * DAY
/** A session in use is prolonged at most this often, so that polling does not write. */
export const PROLONG_AFTER_MS = 5 * 60_000

/** When a session that began at `createdAt` and is used `now` ends. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + ABSOLUTE_MS))
}

/** The new end to write, or null when it is not worth a write. */
export function prolonged(session: { createdAt: Date; expire: Date }, now: Date): Date | null {
  const end = sessionEnd(session.createdAt, now)
  return end.getTime() - session.expire.getTime() >= PROLONG_AFTER_MS ? end : null
}

/** How long an entered password vouches for the person at the session. */
export const PASSWORD_FRESH_MS = 15 * 60_000

/**
 * Not when it was never noted. The clocks of two processes may differ, so a moment that lies a
 * little ahead counts as well.
 */
export function passwordIsFresh(enteredAt: Date | null, now: Date): boolean {
  return enteredAt !== null && Math.abs(now.getTime() - enteredAt.getTime()) <= PASSWORD_FRESH_MS
}
