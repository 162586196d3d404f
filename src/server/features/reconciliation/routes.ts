import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/reconciliation'
import type { Platform } from '../../platform/platform.ts'
import { route } from '../../platform/http/route.ts'
import { fetchMissed } from './fetch-missed.ts'
import { fixMany } from './fix-tasks.ts'
import { readMonth, startCheck } from './read-reconciliation.ts'

export function reconciliationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readReconciliation, ({ user, query }) =>
    readMonth(platform, user.id, query.month, { all: query.all === '1' }),
  )
  route(app, contract.startReconciliation, async ({ user, body }) => ({
    message: await startCheck(platform, user.id, body.month),
  }))
  route(app, contract.fetchMissedJob, async ({ user, body }) => ({
    message: await fetchMissed(platform, user.id, body.jobUuid),
  }))
  route(app, contract.fixMany, ({ user, body }) => fixMany(platform, user.id, body))
}
