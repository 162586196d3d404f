import type { FastifyInstance, FastifyRequest } from 'fastify'
import { expireAccess, grantOfRefreshToken, revokeSubject } from '../http/oauth-store.ts'
import { createOrigin } from '../http/origin.ts'
import type { World } from '../world/world.ts'
import { createRateLimiter, errorBody, whoCalls } from './access.ts'
import { createWebhookSender, type WebhookSender } from './delivery.ts'
import { registerFiles } from './files.ts'
import { registerOAuth } from './oauth.ts'
import { registerRest } from './rest.ts'
import { registerWebhooks } from './webhooks.ts'

/** Serves go.servicem8.com and api.servicem8.com on one origin. */
export function createServiceM8(world: World): { app: FastifyInstance; sender: WebhookSender } {
  const { oauth } = world.state.servicem8
  const app = createOrigin(world, {
    vendor: 'servicem8',
    identify: (request) => whoCalls(world, request) || whoRefreshes(world, request),
    errorBody,
    expire: (who) => expireAccess(oauth, who),
    revoke: (who) => revokeSubject(oauth, who),
  })
  const limiter = createRateLimiter(world)
  const sender = createWebhookSender(world)
  world.onRecordChanged = sender.changed
  registerOAuth(app, world)
  registerWebhooks(app, world, limiter)
  registerFiles(app, world, limiter)
  registerRest(app, world, limiter)
  return { app, sender }
}

/** Returns the account whose refresh token a token call carries. */
function whoRefreshes(world: World, request: FastifyRequest): string {
  if (request.routeOptions.url !== '/oauth/access_token') return ''
  const { refresh_token: token = '' } = (request.body ?? {}) as Record<string, string | undefined>
  return grantOfRefreshToken(world.state.servicem8.oauth, token)?.subject ?? ''
}
