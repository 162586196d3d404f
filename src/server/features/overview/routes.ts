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
import { dailyFigures, statsOf, undraftedOf } from './store.ts'
import { systemStatus } from './system-status.ts'
import { addUp } from './uninvoiced.ts'

const MOST_LISTED = 200

export function overviewRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, readSystemStatus, ({ user }) => systemStatus(platform.db, user.id))
  route(app, readStats, ({ user }) => statsOf(platform.db, user.id))
  const listUnapproved = createUnapprovedList(platform)
  route(app, readDaily, ({ user }) =>
    dailyFigures(platform.db, user.id, today(instant(platform.clock)), DAILY_DAYS),
  )
  route(app, readUnapproved, async ({ user }) => {
    const { jobs, ...unapproved } = await listUnapproved(user.id)
    return {
      ...unapproved,
      uninvoiced: addUp(await undraftedOf(platform.db, user.id), jobs),
      jobs: jobs.slice(0, MOST_LISTED),
    }
  })
}
