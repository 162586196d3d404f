import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface OriginRules {
  publicUrl: string
  production: boolean
}

interface Asked {
  method: string
  /** Host and port the request was sent to. */
  host: string
  origin: string | undefined
  fetchSite: string | undefined
}

/**
 * May this request change something? (decision 17) Its Origin must be ours; without an Origin the browser's Sec-Fetch-Site must say
 * that it comes from us or from the person directly. Neither = refused, so a caller that is no browser states its Origin.
 *
 * Outside production a loopback host is an origin of its own: `npm start` prints localhost, and some type 127.0.0.1.
 */
export function isOwnOrigin({ method, host, origin, fetchSite }: Asked, { publicUrl, production }: OriginRules): boolean {
  if (SAFE_METHODS.has(method)) return true
  if (origin === undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  if (origin === new URL(publicUrl).origin) return true
  return !production && isLoopback(host) && origin === `http://${host}`
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
}

/** Refuses unsafe calls from other sites, before anything else of the request is looked at. Webhooks come from a vendor's server. */
export function refuseForeignOrigins(app: FastifyInstance, rules: OriginRules): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access === 'webhook') return
    const { origin, 'sec-fetch-site': site } = request.headers
    const fetchSite = typeof site === 'string' ? site : undefined
    if (isOwnOrigin({ method: request.method, host: request.host, origin, fetchSite }, rules)) return
    throw new Refusal(403, 'foreign_origin', 'Forespørselen kommer fra et annet nettsted og ble avvist')
  })
}
