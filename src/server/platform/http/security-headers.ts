import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Everything comes from our own origin: no inline script, no frame, no third party. */
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
 * The content security policy as a header. The nonce is for style elements that the dialogs' scroll
 * lock adds at run time; the page carries it in `<meta property="csp-nonce">`.
 */
export function contentPolicy(nonce?: string): string {
  const policy = nonce ? { ...POLICY, 'style-src': `'self' 'nonce-${nonce}'` } : POLICY
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/**
 * The return path from a vendor's consent page: the callback, whose redirect is judged too, and the
 * page that it ends on. A pop-up arrives here from the vendor's origin; any policy other than that
 * origin's (`unsafe-none`) would cut it off from the page that opened it.
 */
const WAY_BACK = /^\/(?:oauth\/complete|api\/auth\/[a-z0-9]+\/callback)(?:\?|$)/

/** The camera reads barcodes on the products screen; nothing else is used. */
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
    // The vendor's consent opens in a pop-up that must be able to message us (rule 20); WAY_BACK is
    // its other end.
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
    // The address contains a secret that must not leak to another page.
    if (/^\/(reset-password|confirm-email)/.test(request.url))
      reply.header('referrer-policy', 'no-referrer')
  })
}
