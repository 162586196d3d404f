import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIST_BODY } from '#shared/contract'
import type { HttpError } from '../http-error.ts'

/** The most bytes of a webhook's body to read; ServiceM8's bodies are a few hundred bytes. */
const WEBHOOK_BODY_LIMIT = LIST_BODY
/**
 * The maximum size in bytes of an unread body for which the connection is kept open: most of such a
 * body arrived with the headers, and skipping it is cheaper than opening a new connection.
 */
const SMALL_BODY = 16 * 1024

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

export interface WebhookRoute {
  method: 'GET' | 'POST' | 'HEAD'
  url: `/api/webhooks/${string}`
  /**
   * Returns the error if the secret in the path does not allow the request, decided before the body
   * is read; null if the request is allowed.
   */
  turnedAway: (request: FastifyRequest) => Promise<HttpError | null>
  /**
   * Handles the request. `body` has the raw bytes, and is empty if none were sent;
   * `request.headers['content-type']` is only the sender's claim.
   */
  handler: (call: {
    body: Buffer
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<unknown>
}

/**
 * Registers routes for vendors' servers. They accept any content type as raw bytes, need neither
 * session nor Origin, and are exempt from rate limits and overload protection, because a lost
 * webhook means a late invoice. A request without a valid secret costs only the lookup of the
 * secret.
 */
export function webhookRoutes(app: FastifyInstance, routes: readonly WebhookRoute[]): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>(
      '*',
      { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    // Fastify would refuse an invalid content type before the handler runs.
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
          // To keep a connection open, Node reads an unread body to its end, however long the body
          // is; the connection is therefore kept only for short bodies.
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
