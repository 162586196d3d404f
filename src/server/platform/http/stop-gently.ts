import type { FastifyInstance } from 'fastify'

/** A request whose connection stands is here by then. */
const ON_ITS_WAY_MS = 300

/**
 * Answers what is on its way when the server is told to stop. Node, on closing, ends each connection
 * on which no request has been read yet, also one whose request arrives at that moment: a proxy then
 * says 502, and sends a webhook to nobody else, because it may have been carried out.
 */
export function stopGently(app: FastifyInstance): void {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
  server.closeIdleConnections = () => void setTimeout(closeIdle, ON_ITS_WAY_MS)
}
