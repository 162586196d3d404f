import type { FastifyInstance } from 'fastify'
import { createOrigin } from '../http/origin.ts'
import type { World } from '../world/world.ts'
import { registerCompanies } from './companies.ts'
import { registerContacts } from './contacts.ts'
import { registerDrafts } from './drafts.ts'
import { createLimiter } from './limiter.ts'
import { registerInvoices } from './invoices.ts'
import { registerFikenOAuth, TOKEN_PATH } from './oauth.ts'
import { registerProducts } from './products.ts'
import { registerSales } from './sales.ts'

/** Serves fiken.no and api.fiken.no on one origin. */
export function createFiken(world: World): FastifyInstance {
  const limiter = createLimiter(world)
  const app = createOrigin(world, {
    vendor: 'fiken',
    oauth: { state: world.state.fiken.oauth, tokenPath: TOKEN_PATH },
    errorBody: (_status, message) => ({ message }),
    enter: (request, reply) => limiter.enter(request, reply),
    leave: (request) => limiter.leave(request),
  })
  registerFikenOAuth(app, world)
  registerCompanies(app, world)
  registerContacts(app, world)
  registerProducts(app, world)
  registerDrafts(app, world)
  registerInvoices(app, world)
  registerSales(app, world)
  // The product's links to Fiken's own pages lead to the workshop pages, which have the same paths.
  app.get('/foretak/*', async (request, reply) =>
    reply.redirect(`${world.origins.web}${request.url}`, 302),
  )
  return app
}
