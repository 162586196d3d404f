import type { FastifyInstance } from 'fastify'
import { createOrigin } from '../http/origin.ts'
import type { World } from '../world/world.ts'
import { createRateLimiter, errorBody } from './access.ts'
import { createWebhookSender, type WebhookSender } from './delivery.ts'
import { registerFiles } from './files.ts'
import { registerServiceM8OAuth, TOKEN_PATH } from './oauth.ts'
import { registerRest } from './rest.ts'
import { registerWebhooks } from './webhooks.ts'

/** Serves go.servicem8.com and api.servicem8.com on one origin. */
export function createServiceM8(world: World): { app: FastifyInstance; sender: WebhookSender } {
  const app = createOrigin(world, {
    vendor: 'servicem8',
    oauth: { state: world.state.servicem8.oauth, tokenPath: TOKEN_PATH },
    errorBody,
  })
  const limiter = createRateLimiter(world)
  const sender = createWebhookSender(world)
  world.onRecordChanged = sender.changed
  registerServiceM8OAuth(app, world)
  registerWebhooks(app, world, limiter)
  registerFiles(app, world, limiter)
  registerRest(app, world, limiter)
  return { app, sender }
}
