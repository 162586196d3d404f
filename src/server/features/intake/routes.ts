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
  route(app, contract.syncNow, ({ user }) => syncNow(platform, user.id))

  route(app, contract.findJobs, ({ user, query }) => findJobs(platform, user.id, query.from))

  route(app, contract.syncJobs, async ({ user, body }) => {
    const { found, shown, fetchType } = await fetchJobs(platform, user.id, body?.jobUuids)
    return {
      message: `Hentet ${found} ${FETCHED[fetchType]}, opprettet ${shown} nye overføringer`,
      awaitingPaymentJobsFound: found,
      jobsProcessed: shown,
    }
  })
}
