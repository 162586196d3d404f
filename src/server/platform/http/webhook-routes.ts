import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Vendors' pings are a few hundred bytes; nothing larger is read. */
const WEBHOOK_BODY_LIMIT = 256 * 1024

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

export interface WebhookRoute {
  method: 'GET' | 'POST' | 'HEAD'
  url: `/api/webhooks/${string}`
  /** The body is a Buffer of whatever was sent, empty when nothing was; `request.headers['content-type']` says what it claims to be. */
  handler: (call: { body: Buffer; request: FastifyRequest; reply: FastifyReply }) => Promise<unknown>
}

/**
 * Registers routes that vendors' servers call: any content type, read as raw bytes; no session, no origin, and exempt from rate
 * limits and from shedding under pressure, because a lost ping is a late invoice. The handler checks the secret in the path.
 */
export function webhookRoutes(app: FastifyInstance, routes: readonly WebhookRoute[]): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    // What is no media type at all would be refused before it is read.
    scope.addHook('onRequest', async ({ raw }) => {
      const type = raw.headers['content-type']
      if (type !== undefined && !MEDIA_TYPE.test(type)) raw.headers['content-type'] = 'application/octet-stream'
    })
    for (const { method, url, handler } of routes) {
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        schema: { hide: true },
        config: { access: 'webhook', rateLimit: false },
        bodyLimit: WEBHOOK_BODY_LIMIT,
        handler: async (request, reply) =>
          handler({ body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), request, reply }),
      })
    }
  })
}
