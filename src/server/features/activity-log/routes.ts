import type { FastifyInstance } from 'fastify'
import { listActivity } from '#shared/contracts/activity-log'
import { pageOf, readCursor, sayPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { actorsShownTo } from '../auth/people-queries.ts'
import { presentActivity } from './queries.ts'
import { countActivities, findActivities } from './store.ts'

export function activityLogRoutes(app: FastifyInstance, { db }: Platform): void {
  route(app, listActivity, async ({ actor, company, query, reply }) => {
    const { limit, cursor, success, ...rest } = query
    const filter = {
      ...rest,
      whose: { companyId: company.id },
      success: success === undefined ? undefined : success === 'true',
    }
    const [found, total] = await Promise.all([
      findActivities(db, filter, { limit: limit + 1, cursor: readCursor(cursor, 'number') }),
      countActivities(db, filter),
    ])
    const { rows, nextCursor } = pageOf(found, limit)
    sayPage(reply, { total, nextCursor })
    const actorOf = await actorsShownTo(
      db,
      { reader: actor.id, companyId: company.id },
      rows.map(({ actorId }) => actorId),
    )
    return rows.map((row) => presentActivity(row, actorOf(row.actorId)))
  })
}
