import { and, desc, eq } from 'drizzle-orm'
import { type Activity, ACTIVITY_TYPES, type ActivityType } from '#shared/contracts/activity-log'
import type { AdminActivity } from '#shared/contracts/admin'
import type { Db } from '../../platform/database/database.ts'
import { type Owner, ownersOf } from '../auth/queries.ts'
import { type ActivityFilter, countActivities, findActivities } from './store.ts'
import { activityLogs } from './tables.ts'

/**
 * Returns the `success` of the latest entry with this action; undefined when no entry has the
 * action.
 */
export async function latestOutcome(
  db: Db,
  companyId: string,
  action: string,
): Promise<boolean | null | undefined> {
  const [entry] = await db
    .select({ success: activityLogs.success })
    .from(activityLogs)
    .where(and(eq(activityLogs.companyId, companyId), eq(activityLogs.action, action)))
    .orderBy(desc(activityLogs.createdAt))
    .limit(1)
  return entry?.success
}

interface Which {
  type?: ActivityType | undefined
  ownerId?: string | undefined
}

/**
 * Returns the activity entries of the companies of one owner, or of everybody when `ownerId` is
 * undefined, newest first. `total` is at most MOST_COUNTED + 1.
 */
export async function everybodysActivity(
  db: Db,
  { type, ownerId }: Which,
  limit: number,
): Promise<{ rows: AdminActivity[]; total: number }> {
  const filter: ActivityFilter = { type, whose: ownerId === undefined ? 'everybody' : { ownerId } }
  const found = await findActivities(db, filter, { limit, cursor: null })
  const people = await ownersOf(
    db,
    found.flatMap((row) => row.companyId ?? []),
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
      user: ownerIn(people, row.companyId),
      target: row.metadata?.target ?? null,
      changed: row.metadata?.changed ?? null,
    }
  })
  return { rows, total: await countActivities(db, filter) }
}

function ownerIn(owners: ReadonlyMap<string, Owner>, companyId: string | null) {
  const owner = owners.get(companyId ?? '')
  if (!owner) return null
  const { firstName, lastName, email } = owner
  return { firstName, lastName, email }
}

/**
 * Converts a row to the API's form. An entry type unknown to this version becomes `integration`, so
 * that the entry can still be shown.
 */
export function presentActivity(
  row: typeof activityLogs.$inferSelect,
  actor: Activity['actor'] = null,
): Activity {
  return {
    id: String(row.id),
    type: ACTIVITY_TYPES.find((type) => type === row.type) ?? 'integration',
    action: row.action,
    description: row.description,
    success: row.success,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    actor,
  }
}
