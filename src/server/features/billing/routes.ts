import type { FastifyInstance } from 'fastify'
import { publicPricing } from '#shared/contracts/auth'
import * as contract from '#shared/contracts/billing'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { monthlyPrice } from './read-price.ts'
import { ownSubscription, restartSubscription } from './subscriptions/own-subscription.ts'

export function billingRoutes(app: FastifyInstance, platform: Platform): void {
  publicRoute(app, publicPricing, async () => ({ monthlyPrice: await monthlyPrice(platform.db) }))
  route(app, contract.readOwnSubscription, ({ user }) => ownSubscription(platform, user.id))
  route(app, contract.restartSubscription, ({ user }) => restartSubscription(platform, user.id))
}
