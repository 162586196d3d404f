import type { FastifyInstance } from 'fastify'
import { publicPricing } from '#shared/contracts/auth'
import { publicRoute } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { monthlyPrice } from './read-price.ts'

export function billingRoutes(app: FastifyInstance, platform: Platform): void {
  publicRoute(app, publicPricing, async () => ({ monthlyPrice: await monthlyPrice(platform.db) }))
}
