export type FetchLike = (input: string | URL, init?: RequestInit) => Promise<Response>

/**
 * Error codes that only occur when there is no connection and nothing has been sent. A reset or
 * closed socket is not among them, because the request might have arrived.
 */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Returns true if fetch failed before anything was sent to any of the addresses tried. */
export function neverSent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every(neverSent)
  if ('code' in error && typeof error.code === 'string') return NEVER_SENT.has(error.code)
  return 'cause' in error && neverSent(error.cause)
}

export function networkReason(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  if ('cause' in error && error.cause) return networkReason(error.cause)
  return error instanceof Error ? error.message : 'unknown'
}

/**
 * Refuses an address that would send a token unencrypted: http is only allowed for this machine.
 * @throws Error naming the address
 */
export function requireSecure(address: string): URL {
  const url = new URL(address)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
    return url
  throw new Error(`${url.origin} must be https: tokens are sent there`)
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
