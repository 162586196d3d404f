import { and, eq, lt, or } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { activityLogs } from './tables.ts'

/** Deletes old entries of the log; errors (type error) go sooner than the rest. */
export async function forgetOldActivity(
  db: Db,
  before: { all: Date; errors: Date },
): Promise<number> {
  const gone = await db
    .delete(activityLogs)
    .where(
      or(
        lt(activityLogs.createdAt, before.all),
        and(eq(activityLogs.type, 'error'), lt(activityLogs.createdAt, before.errors)),
      ),
    )
    .returning({ id: activityLogs.id })
  return gone.length
}
