/**
 * Returns the page to open after logging in. Only a path of our own is followed: anything that a
 * browser would read as another address ("//host", "/\host", a scheme) becomes the front page.
 */
export function nextPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\u0000-\u001f]/.test(next)) return '/'
  return next.startsWith('/auth') ? '/' : next
}

/** Returns the login page's address that leads back to `from` afterwards. */
export function loginPath(from: string): string {
  return from === '/' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`
}
