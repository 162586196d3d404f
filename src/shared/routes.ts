/**
 * The paths that the app serves. For any other path the server responds with status 404 (and the
 * app's not-found page); the browser shows "access required" on paths that need a session (rule
 * 18).
 */
export const APP_ROUTES = [
  '/',
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/invitasjon',
  '/privacy',
  '/help',
  '/configuration',
  '/config',
  '/customers',
  '/customers/import',
  '/product-sync',
  '/transfers',
  '/reconciliation',
  '/mine-firma',
  '/errors',
  '/profile',
  '/admin',
  '/admin/drift',
] as const

/**
 * The paths whose screen does not exist yet. The app shows "404" there, so no button may link to
 * these paths.
 */
export const WITHOUT_SCREEN: readonly string[] = []

export function hasScreen(href: string): boolean {
  const path = href.split(/[#?]/)[0] ?? ''
  return isAppRoute(path) && !WITHOUT_SCREEN.includes(path)
}

export function isAppRoute(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return (APP_ROUTES as readonly string[]).includes(plain)
}
