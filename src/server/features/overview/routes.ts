import type { FastifyInstance } from 'fastify'
import {
  DAILY_DAYS,
  readDaily,
  readStats,
  readSystemStatus,
  readUnapproved,
} from '#shared/contracts/overview'
import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { createUnapprovedList } from '../intake/unapproved.ts'
import { addUp, sumOfJobs } from '../intake/uninvoiced.ts'
import { undraftedOf } from '../intake/uninvoiced-queries.ts'
import { dailyFigures, statsOf } from './store.ts'
import { systemStatus } from './system-status.ts'

const MOST_LISTED = 200

export function overviewRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, readSystemStatus, ({ company }) => systemStatus(platform.db, company.id))
  route(app, readStats, ({ company }) => statsOf(platform.db, company.id))
  const listUnapproved = createUnapprovedList(platform)
  route(app, readDaily, ({ company }) =>
    dailyFigures(platform.db, company.id, today(instant(platform.clock)), DAILY_DAYS),
  )
  route(app, readUnapproved, async ({ company }) => {
    const { jobs, ...unapproved } = await listUnapproved(company.id)
    return {
      ...unapproved,
      uninvoiced: addUp(await undraftedOf(platform.db, company.id), sumOfJobs(jobs)),
      jobs: jobs.slice(0, MOST_LISTED),
    }
  })
}
