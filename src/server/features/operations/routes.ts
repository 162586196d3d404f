import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/operations'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { readOperations } from './read-operations.ts'
import { resumeVendor } from './resume-vendor.ts'
import { retryFailures } from './retry-failures.ts'
import { runRoutine } from './run-routine.ts'

/** The operator's page. */
export function operationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readOperations, () => readOperations(platform))

  route(app, contract.retryFailures, async ({ user, params }) => ({
    message: await retryFailures(platform, user.id, params.code),
  }))

  route(app, contract.resumeVendor, async ({ user, params }) => ({
    message: await resumeVendor(platform, user.id, params.vendor),
  }))

  route(app, contract.runRoutine, async ({ user, params }) => ({
    message: await runRoutine(platform, user.id, params.name),
  }))
}
