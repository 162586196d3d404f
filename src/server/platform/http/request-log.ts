import type { FastifyInstance } from 'fastify'
import { pathOf } from './errors.ts'

/**
 * One line per answered request: what, how it went, how long it took. Paths are masked; bodies and
 * headers are never written.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      requestId: request.id,
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (request.url.startsWith('/api/')) request.log.info(line, 'request')
    else request.log.debug(line, 'request')
  })
}
