import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/reconciliation'
import type { Platform } from '../../platform/platform.ts'
import { route } from '../../platform/http/route.ts'
import { fetchMissed } from './fetch-missed.ts'
import { fixMany } from './fix-tasks.ts'
import { markMonth, unmarkMonth } from './mark-month.ts'
import { readMonth, startCheck } from './read-reconciliation.ts'

export function reconciliationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readReconciliation, ({ actor, company, query }) =>
    readMonth(platform, company.id, query.month, { all: query.all === '1', reader: actor.id }),
  )
  route(app, contract.startReconciliation, async ({ company, body }) => ({
    message: await startCheck(platform, company.id, body.month),
  }))
  route(app, contract.markReconciled, async ({ actor, company, body }) => ({
    message: await markMonth(platform, company.id, actor, body),
  }))
  route(app, contract.unmarkReconciled, async ({ actor, company, params }) => ({
    message: await unmarkMonth(platform, company.id, actor, params.month),
  }))
  route(app, contract.fetchMissedJob, async ({ company, body }) => ({
    message: await fetchMissed(platform, company.id, body.jobUuid),
  }))
  route(app, contract.fixMany, ({ actor, company, body }) =>
    fixMany(platform, company.id, actor, body),
  )
}
