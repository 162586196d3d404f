/**
 * The paths that the app itself serves. The server gives anything else the status 404 (with the
 * app's own not-found page), and the browser shows "access required" on those that need a session
 * (rule 18).
 */
export const APP_ROUTES = [
  '/',
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/privacy',
  '/help',
  '/configuration',
  '/config',
  '/customers',
  '/customers/import',
  '/product-sync',
  '/transfers',
  '/reconciliation',
  '/errors',
  '/profile',
  '/admin',
  '/admin/drift',
] as const

/**
 * Paths whose screen is not built yet: the app says "404" there, so no button of ours leads there.
 */
export const WITHOUT_SCREEN: readonly string[] = []

export function hasScreen(href: string): boolean {
  const path = href.split(/[#?]/)[0] ?? ''
  return isAppRoute(path) && !WITHOUT_SCREEN.includes(path)
}

/** Returns true for one of the app's own paths. A trailing slash does not matter. */
export function isAppRoute(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return (APP_ROUTES as readonly string[]).includes(plain)
}
