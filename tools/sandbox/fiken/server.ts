import type { FastifyInstance, FastifyRequest } from 'fastify'
import { expireAccess, grantOfRefreshToken, revokeSubject } from '../http/oauth-store.ts'
import { createOrigin } from '../http/origin.ts'
import type { World } from '../world/world.ts'
import { whoCalls } from './access.ts'
import { registerCompanies } from './companies.ts'
import { registerContacts } from './contacts.ts'
import { registerDrafts } from './drafts.ts'
import { createLimiter } from './limiter.ts'
import { registerInvoices } from './invoices.ts'
import { registerOAuth } from './oauth.ts'
import { registerProducts } from './products.ts'
import { registerSales } from './sales.ts'

/** Serves fiken.no and api.fiken.no on one origin. */
export function createFiken(world: World): FastifyInstance {
  const { oauth } = world.state.fiken
  const limiter = createLimiter(world)
  const app = createOrigin(world, {
    vendor: 'fiken',
    identify: (request) => whoCalls(world, request) || whoRefreshes(world, request),
    errorBody: (_status, message) => ({ message }),
    enter: (request, reply) => limiter.enter(request, reply),
    leave: (request) => limiter.leave(request),
    expire: (who) => expireAccess(oauth, who),
    revoke: (who) => revokeSubject(oauth, who),
  })
  registerOAuth(app, world)
  registerCompanies(app, world)
  registerContacts(app, world)
  registerProducts(app, world)
  registerDrafts(app, world)
  registerInvoices(app, world)
  registerSales(app, world)
  // The product's links to Fiken's own pages lead to the workshop, which has pages at the same
  // paths.
  app.get('/foretak/*', async (request, reply) =>
    reply.redirect(`${world.origins.web}${request.url}`, 302),
  )
  return app
}

/**
 * Returns the user whose refresh token a token call carries: refreshing obeys the one-at-a-time
 * rule too.
 */
function whoRefreshes(world: World, request: FastifyRequest): string {
  if (request.routeOptions.url !== '/oauth/token') return ''
  const { refresh_token: token = '' } = (request.body ?? {}) as Record<string, string | undefined>
  return grantOfRefreshToken(world.state.fiken.oauth, token)?.subject ?? ''
}
