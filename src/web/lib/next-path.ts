/**
 * Returns the page to open after login. Only our own paths are followed: anything that a browser
 * would read as another site ("//host", "/\host", a scheme) becomes the front page.
 */
export function nextPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\u0000-\u001f]/.test(next)) return '/'
  return next.startsWith('/auth') ? '/' : next
}

/** Returns the login page's URL, with `from` as the page to return to. */
export function loginPath(from: string): string {
  return from === '/' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`
}
