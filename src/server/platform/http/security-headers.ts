import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The content security policy: everything comes from our own origin, with no frames or third
 * parties, and no inline scripts but the one that {@link contentPolicy} is given the hash of.
 */
const POLICY = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
} as const

/**
 * Returns the policy as a header. The nonce allows the style elements that dialogs add at run time
 * to lock scrolling; the page contains it in `<meta property="csp-nonce">`. `scriptHash` is the
 * base64 of the SHA-256 of the page's inline script.
 */
export function contentPolicy(page?: { nonce: string; scriptHash: string | null }): string {
  const policy = page
    ? {
        ...POLICY,
        'style-src': `'self' 'nonce-${page.nonce}'`,
        ...(page.scriptHash ? { 'script-src': `'self' 'sha256-${page.scriptHash}'` } : {}),
      }
    : POLICY
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/**
 * The paths on the return from a vendor's consent page: the OAuth callback, whose redirect is
 * checked too, and the page on which the flow ends. The pop-up arrives from the vendor's origin;
 * any opener policy other than that origin's (`unsafe-none`) would separate the pop-up from the
 * page that opened it.
 */
const WAY_BACK = /^\/(?:oauth\/complete|api\/auth\/[a-z0-9]+\/callback)(?:\?|$)/

/**
 * The browser features that are blocked. The camera is not among them, because the products screen
 * reads barcodes with it.
 */
const POWERS = ['microphone', 'geolocation', 'payment', 'usb', 'browsing-topics']
  .map((power) => `${power}=()`)
  .concat('camera=(self)')
  .join(', ')

export async function secureHeaders(
  app: FastifyInstance,
  { https }: { https: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The vendor's consent page opens in a pop-up that must be able to message our page (rule 20).
    // WAY_BACK covers the pop-up's return.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xPoweredBy: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('content-security-policy', contentPolicy())
      .header('permissions-policy', POWERS)
      .header('x-request-id', request.id)
    if (WAY_BACK.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    // The address contains a secret that must not be sent to another page.
    if (/^\/(reset-password|confirm-email|invitasjon)/.test(request.url))
      reply.header('referrer-policy', 'no-referrer')
  })
}
