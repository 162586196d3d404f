import Fastify, { type FastifyInstance } from 'fastify'
import type { WebhookSender } from '../servicem8/delivery.ts'
import type { World } from '../world/world.ts'
import { registerBooksControl } from './control-books.ts'
import { registerJobControl } from './control-jobs.ts'
import { registerControl } from './control.ts'
import { registerAboutPage } from './about-page.ts'
import { registerBooksPages } from './books-pages.ts'
import { registerFaultPages } from './fault-pages.ts'
import { registerJobList } from './job-list.ts'
import { registerJobPage } from './job-page.ts'
import { registerMailPages } from './mail-pages.ts'
import { registerVoucherPages } from './voucher-pages.ts'

/** Serves the workshop pages and their actions under /api; loopback only, no sign-in. */
export function createWeb(
  world: World,
  sender: WebhookSender,
  env: () => Record<string, string>,
): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, String(body) === '' ? {} : JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('Invalid JSON'), { statusCode: 400 }))
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
  // Because there is no sign-in, another site's page must not be able to trigger actions.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site') {
      await reply.code(403).send({ message: 'Cross-site requests are refused' })
    }
  })
  app.setErrorHandler((error, _request, reply) => {
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
        ? error.statusCode
        : 500
    return reply.code(status).send({ message: error instanceof Error ? error.message : 'Error' })
  })
  registerControl(app, world, env)
  registerJobControl(app, world, sender)
  registerBooksControl(app, world)
  registerJobList(app, world, sender)
  registerJobPage(app, world)
  registerBooksPages(app, world)
  registerVoucherPages(app, world)
  registerMailPages(app, world)
  registerFaultPages(app, world)
  registerAboutPage(app, world, env)
  return app
}
