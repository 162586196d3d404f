import type { FastifyInstance } from 'fastify'
import { publicPricing } from '#shared/contracts/auth'
import * as contract from '#shared/contracts/billing'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { readSettings } from './settings-store.ts'
import { ownSubscription, restartSubscription } from './subscriptions/own-subscription.ts'

export function billingRoutes(app: FastifyInstance, platform: Platform): void {
  publicRoute(app, publicPricing, async () => {
    const { monthlyPrice } = await readSettings(platform.db)
    return { monthlyPrice }
  })
  route(app, contract.readOwnSubscription, ({ company }) => ownSubscription(platform, company.id))
  route(app, contract.restartSubscription, ({ actor, company }) =>
    restartSubscription(platform, company.id, actor),
  )
}
