/**
 * When a 401 is shown to the user as "Token utløpt" (rule 14): never for logging in or for asking
 * who is logged in, and once for all the calls of one poll.
 */
const SILENT_PATHS: readonly string[] = [
  '/api/session/user',
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/logout',
]

/** What says it in its own words when a vendor's access has expired, and not ours. */
const SAYS_IT_ITSELF: readonly string[] = ['/api/fiken/create-product']
const OUR_SESSION = 'unauthenticated'

/** How long the toast stays. */
export const TOKEN_TOAST_MS = 10_000
/** The calls of one poll are answered within this; what is asked later is news. */
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
