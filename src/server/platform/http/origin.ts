import type { FastifyInstance } from 'fastify'
import { HttpError } from '../http-error.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface OriginRules {
  publicUrl: string
  production: boolean
}

interface Asked {
  method: string
  host: string
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The required origin of the request, which prevents a link on another site from starting an
     * expensive download. `stated`: the request must state that it comes from one of our pages.
     * `unless-foreign`: the request may also state nothing.
     */
    ownPages?: 'stated' | 'unless-foreign'
  }
}

/**
 * Returns true if the request may change something (rule 17). Its Origin must be ours. Without an
 * Origin, the browser's Sec-Fetch-Site must say that the request comes from our site or directly
 * from the user. A request with neither header is refused, so clients other than browsers have to
 * send an Origin. Outside production a loopback host also counts as our origin: `npm start` prints
 * localhost, and some users type 127.0.0.1.
 */
export function isOwnOrigin(
  { method, host, origin, fetchSite }: Asked,
  rules: OriginRules,
): boolean {
  if (SAFE_METHODS.has(method)) return true
  if (origin === undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  return isOurs(origin, host, rules)
}

/**
 * Returns whether a request comes from one of our pages, from another site, or does not say. On
 * secure connections browsers send Sec-Fetch-Site; elsewhere the Referer shows the page, which our
 * pages send only to ourselves (security-headers.ts). An address that was typed, or opened from a
 * mail, does not count as one of our pages.
 */
export function pageOf(
  { host, origin, referer, fetchSite }: Omit<Asked, 'method'>,
  rules: OriginRules,
): 'ours' | 'foreign' | 'unsaid' {
  const ours = [
    ...(fetchSite === undefined ? [] : [fetchSite === 'same-origin']),
    ...[origin, referer].flatMap((address) =>
      address === undefined ? [] : [isOurs(originOf(address), host, rules)],
    ),
  ]
  if (ours.length === 0) return 'unsaid'
  return ours.every(Boolean) ? 'ours' : 'foreign'
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '')

function isOurs(origin: string, host: string, { publicUrl, production }: OriginRules): boolean {
  if (origin === new URL(publicUrl).origin) return true
  return !production && isLoopback(host) && origin === `http://${host}`
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
}

/**
 * Refuses requests from other sites, before anything else of the request is read. Webhooks are
 * exempt, because they come from a vendor's server.
 */
export function refuseForeignOrigins(app: FastifyInstance, rules: OriginRules): void {
  app.addHook('onRequest', async (request) => {
    const { access, ownPages } = request.routeOptions.config
    if (access === 'webhook') return
    const { origin, referer, 'sec-fetch-site': site } = request.headers
    const fetchSite = typeof site === 'string' ? site : undefined
    const asked = { method: request.method, host: request.host, origin, referer, fetchSite }
    if (!isOwnOrigin(asked, rules))
      throw new HttpError(
        403,
        'foreign_origin',
        'Forespørselen kommer fra et annet nettsted og ble avvist',
      )
    if (!ownPages) return
    const page = pageOf(asked, rules)
    if (page === 'foreign' || (page === 'unsaid' && ownPages === 'stated'))
      throw new HttpError(
        403,
        'foreign_origin',
        'Denne filen kan bare lastes ned fra en side i Fakturabro. Logg inn og last den ned derfra.',
      )
  })
}
