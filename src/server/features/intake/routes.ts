import type { FastifyInstance } from 'fastify'
import type { JobFetchType } from '#shared/contracts/configuration'
import * as contract from '#shared/contracts/intake'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { fetchJobs, findJobs, syncNow } from './sync-now.ts'

const FETCHED: Record<JobFetchType, string> = {
  awaiting_payment: 'jobber som venter på betaling',
  completed: 'fullførte jobber',
}

export function intakeRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.syncNow, ({ company }) => syncNow(platform, company.id))

  route(app, contract.findJobs, ({ company, query }) => findJobs(platform, company.id, query.from))

  route(app, contract.syncJobs, async ({ actor, company, body }) => {
    const { found, shown, fetchType } = await fetchJobs(platform, company.id, actor, body?.jobUuids)
    return {
      message: `Hentet ${found} ${FETCHED[fetchType]}, opprettet ${shown} nye overføringer`,
      awaitingPaymentJobsFound: found,
      jobsProcessed: shown,
    }
  })
}
