/**
 * Paths whose 401 responses never show the toast "Token utløpt" (rule 14): login and reading the
 * session.
 */
const SILENT_PATHS: readonly string[] = [
  '/api/session/user',
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/logout',
]

/** Paths whose screens show their own message when a vendor's access has expired. */
const SAYS_IT_ITSELF: readonly string[] = ['/api/fiken/create-product']
/** The error code of a 401 response that means our own session has ended. */
export const OUR_SESSION = 'unauthenticated'

export const TOKEN_TOAST_MS = 10_000
/**
 * Time in ms within which all responses of one poll arrive; a later 401 response shows the toast
 * again.
 */
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
