import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { activityLogs } from './tables.ts'

/** Whether the latest entry with this action was a success; undefined when there is none. */
export async function latestOutcome(
  db: Db,
  userId: string,
  action: string,
): Promise<boolean | null | undefined> {
  const [entry] = await db
    .select({ success: activityLogs.success })
    .from(activityLogs)
    .where(and(eq(activityLogs.userId, userId), eq(activityLogs.action, action)))
    .orderBy(desc(activityLogs.createdAt))
    .limit(1)
  return entry?.success
}
