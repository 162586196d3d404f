import { and, desc, eq, inArray } from 'drizzle-orm'
import { type Activity, ACTIVITY_TYPES, type ActivityType } from '#shared/contracts/activity-log'
import type { AdminActivity } from '#shared/contracts/admin'
import type { Db } from '../../platform/database/database.ts'
import { users } from '../auth/tables.ts'
import { type ActivityFilter, countActivities, findActivities } from './store.ts'
import { activityLogs } from './tables.ts'

/**
 * Returns the `success` of the latest entry with this action; undefined when no entry has the
 * action.
 */
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

interface Which {
  type?: ActivityType | undefined
  userId?: string | undefined
}

/**
 * Returns the activity entries of one user, or of all users when `userId` is undefined, newest
 * first. `total` is at most MOST_COUNTED + 1.
 */
export async function everybodysActivity(
  db: Db,
  { type, userId }: Which,
  limit: number,
): Promise<{ rows: AdminActivity[]; total: number }> {
  const filter: ActivityFilter = { type, whose: userId === undefined ? 'everybody' : { userId } }
  const found = await findActivities(db, filter, { limit, cursor: null })
  const people = await whoIs(
    db,
    found.flatMap((row) => row.userId ?? []),
  )
  const rows = found.map((row) => {
    const { id, type: shown, action, description, success, createdAt } = presentActivity(row)
    return {
      id,
      type: shown,
      action,
      description,
      success,
      createdAt,
      user: people.get(row.userId ?? '') ?? null,
      target: row.metadata?.target ?? null,
      changed: row.metadata?.changed ?? null,
    }
  })
  return { rows, total: await countActivities(db, filter) }
}

async function whoIs(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, NonNullable<AdminActivity['user']>>()
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, ...user }) => [id, user]))
}

/**
 * Converts a row to the API's form. An entry type unknown to this version becomes `integration`, so
 * that the entry can still be shown.
 */
export function presentActivity(row: typeof activityLogs.$inferSelect): Activity {
  return {
    id: String(row.id),
    type: ACTIVITY_TYPES.find((type) => type === row.type) ?? 'integration',
    action: row.action,
    description: row.description,
    success: row.success,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  }
}
