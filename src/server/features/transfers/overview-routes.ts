import type { FastifyInstance } from 'fastify'
import { DAILY_DAYS, readDaily, readUnapproved } from '#shared/contracts/overview'
import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { dailyFigures } from './daily-store.ts'
import { createUnapprovedCount } from './unapproved.ts'

/** What the dashboard shows of the transfers besides the list and the four counts. */
export function overviewRoutes(app: FastifyInstance, platform: Platform): void {
  const countUnapproved = createUnapprovedCount(platform)
  route(app, readDaily, ({ user }) => dailyFigures(platform.db, user.id, today(instant(platform.clock)), DAILY_DAYS))
  route(app, readUnapproved, ({ user }) => countUnapproved(user.id))
}
