import { and, desc, eq } from 'drizzle-orm'
import type { SecurityEvent } from '#shared/access/security-events'
import type { Db } from '../../../platform/database/database.ts'
import { afterCursor, type Cursor } from '../../../platform/http/paging.ts'
import { securityEvents, users } from '../tables.ts'

export async function findSecurityEvents(
  db: Db,
  {
    userId,
    event,
    cursor,
    limit,
  }: {
    userId?: string | undefined
    event?: SecurityEvent | undefined
    cursor: Cursor | null
    limit: number
  },
) {
  const { id, createdAt } = securityEvents
  return db
    .select({
      id,
      createdAt,
      event: securityEvents.event,
      reason: securityEvents.reason,
      who: securityEvents.who,
      email: users.email,
      address: securityEvents.address,
      device: securityEvents.device,
    })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(
      and(
        userId ? eq(securityEvents.userId, userId) : undefined,
        event ? eq(securityEvents.event, event) : undefined,
        afterCursor(createdAt, id, cursor),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}
