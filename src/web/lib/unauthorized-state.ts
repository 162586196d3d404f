/**
 * Paths whose 401 is never announced as "Token utløpt" (rule 14): logging in, and asking who is
 * logged in. Otherwise it is announced once for all the calls of one poll.
 */
const SILENT_PATHS: readonly string[] = [
  '/api/session/user',
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/logout',
]

/** Paths that announce an expired access of a vendor in their own words. */
const SAYS_IT_ITSELF: readonly string[] = ['/api/fiken/create-product']
const OUR_SESSION = 'unauthenticated'

export const TOKEN_TOAST_MS = 10_000
/** The time within which the calls of one poll are answered; a later 401 is announced again. */
const ONE_POLL_MS = 1_000

export function showsExpiry(
  { path, code }: { path: string; code: string },
  now: number,
  lastShownAt: number | null,
): boolean {
  if (SILENT_PATHS.includes(path)) return false
  if (SAYS_IT_ITSELF.includes(path) && code !== OUR_SESSION) return false
  return lastShownAt === null || now - lastShownAt >= ONE_POLL_MS
}
