import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIST_BODY } from '#shared/contract'
import type { HttpError } from '../http-error.ts'

/** Vendors' pings are a few hundred bytes; nothing larger is read. */
const WEBHOOK_BODY_LIMIT = LIST_BODY
/**
 * Most bodies of this size have come along with their headers; passing over them is cheaper than a
 * new connection.
 */
const SMALL_BODY = 16 * 1024

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

export interface WebhookRoute {
  method: 'GET' | 'POST' | 'HEAD'
  url: `/api/webhooks/${string}`
  /**
   * Why this caller is turned away, judged by the secret in the path before any of the body is
   * read; null = it may call.
   */
  turnedAway: (request: FastifyRequest) => Promise<HttpError | null>
  /**
   * The body is a Buffer of whatever was sent, empty when nothing was;
   * `request.headers['content-type']` says what it claims to be.
   */
  handler: (call: {
    body: Buffer
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<unknown>
}

/**
 * Registers routes that vendors' servers call: any content type, read as raw bytes; no session, no
 * origin, and exempt from rate limits and from shedding under pressure, because a lost ping is a
 * late invoice. A caller without a secret costs no more than the look-up.
 */
export function webhookRoutes(app: FastifyInstance, routes: readonly WebhookRoute[]): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>(
      '*',
      { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    // What is no media type at all would be refused before it is read.
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
          // To keep a connection, Node reads an unread body to its end, however long it is: it is
          // kept only where that is short.
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
