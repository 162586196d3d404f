import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/operations'
import { instant } from '../../platform/clock.ts'
import { adminRoute } from '../../platform/http/route.ts'
import { readVersion } from '../../platform/installed.ts'
import type { Platform } from '../../platform/platform.ts'
import { countBills, countBillsWaitingForFiken } from '../billing/queries.ts'
import { resumeVendor, retryFailures } from './acts.ts'
import { migrationState } from './database-store.ts'
import { failuresByCause } from './failure-store.ts'
import { needsOf } from './needs.ts'
import { refusedGrants, vendorFigures } from './vendor-store.ts'

export function operationRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, database, queue } = platform

  adminRoute(app, contract.readOperations, async () => {
    const now = instant(clock)
    const { number, commit } = await readVersion()
    const bills = await countBills(db)
    const needs = needsOf({
      now,
      migrations: await migrationState(db),
      refusals: await refusedGrants(db),
      queues: await queue.states(),
      vendors: await vendorFigures(db, now),
      failures: await failuresByCause(db),
      stoppedBills: bills.find(({ status }) => status === 'failed')?.count ?? 0,
      waitingBills: await countBillsWaitingForFiken(db, now),
    })
    const version = { number, commit }
    return { readAt: now.toISOString(), version, database: database.kind, needs }
  })

  adminRoute(app, contract.retryFailures, async ({ user, params }) => ({
    message: await retryFailures(platform, user, params.code),
  }))

  adminRoute(app, contract.resumeVendor, async ({ user, params }) => ({
    message: await resumeVendor(platform, user, params.vendor),
  }))
}
