import type { FastifyInstance } from 'fastify'
import { readOperator } from '#shared/contracts/public'
import { publicRoute } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'

export function privacyRoutes(app: FastifyInstance, { config }: Platform): void {
  publicRoute(app, readOperator, () => config.operator)
}
