import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIST_BODY } from '#shared/contract'
import type { HttpError } from '../http-error.ts'

/** Vendors' pings are a few hundred bytes; nothing larger is read. */
const WEBHOOK_BODY_LIMIT = LIST_BODY
/**
 * The largest unread body for which a connection is kept: most of it has arrived with the headers,
 * and skipping it is cheaper than a new connection.
 */
const SMALL_BODY = 16 * 1024

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

export interface WebhookRoute {
  method: 'GET' | 'POST' | 'HEAD'
  url: `/api/webhooks/${string}`
  /**
   * Returns the reason to turn the caller away, judged by the secret in the path before any of the
   * body is read; null when it may call.
   */
  turnedAway: (request: FastifyRequest) => Promise<HttpError | null>
  /**
   * The body is a Buffer of the raw bytes, empty when none were sent;
   * `request.headers['content-type']` is the sender's claim.
   */
  handler: (call: {
    body: Buffer
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<unknown>
}

/**
 * Registers routes for vendors' servers: any content type, read as raw bytes; no session, no
 * origin, and exempt from rate limits and load shedding, because a lost ping is a late invoice. A
 * caller without a valid secret costs no more than the look-up.
 */
export function webhookRoutes(app: FastifyInstance, routes: readonly WebhookRoute[]): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>(
      '*',
      { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    // Fastify would refuse an invalid media type before the handler.
    scope.addHook('onRequest', async ({ raw }) => {
      const type = raw.headers['content-type']
      if (type !== undefined && !MEDIA_TYPE.test(type))
        raw.headers['content-type'] = 'application/octet-stream'
    })
    for (const { method, url, turnedAway, handler } of routes) {
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        schema: { hide: true },
        config: { access: 'webhook', rateLimit: false },
        bodyLimit: WEBHOOK_BODY_LIMIT,
        onRequest: async (request, reply) => {
          // To keep a connection, Node reads an unread body to its end, however long it is; so it
          // is kept only where that is short.
          if (!hasSmallBody(request)) reply.header('connection', 'close')
          const error = await turnedAway(request)
          if (error) throw error
          reply.removeHeader('connection')
        },
        handler: async (request, reply) =>
          handler({
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            request,
            reply,
          }),
      })
    }
  })
}

function hasSmallBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= SMALL_BODY
}
