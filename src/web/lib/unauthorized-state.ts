/**
 * When a 401 is told to the user as "Token utløpt" (specification part 1 §8, decision 14): never for logging in or for asking who
 * is logged in, and once for all the calls of one poll.
 */
const SILENT_PATHS: readonly string[] = ['/api/session/user', '/api/auth/login', '/api/auth/register', '/api/auth/logout']

/** How long the toast stays, and how long further 401s say nothing new. */
export const TOKEN_TOAST_MS = 10_000

export function tellsOfExpiry(path: string, now: number, lastTold: number | null): boolean {
  if (SILENT_PATHS.includes(path)) return false
  return lastTold === null || now - lastTold >= TOKEN_TOAST_MS
}
