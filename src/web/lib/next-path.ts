/**
 * Returns the path to go to after login. Only our own paths are followed: anything that a browser
 * would read as another site ("//host", "/\host", a scheme) becomes the front page.
 */
export function nextPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\u0000-\u001f]/.test(next)) return '/'
  return next.startsWith('/auth') ? '/' : next
}

export function loginPath(from: string): string {
  return from === '/' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`
}
