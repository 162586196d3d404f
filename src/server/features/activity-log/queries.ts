import { and, desc, eq } from 'drizzle-orm'
import { type Activity, ACTIVITY_TYPES, type ActivityType } from '#shared/contracts/activity-log'
import type { AdminActivity } from '#shared/contracts/admin'
import type { Db } from '../../platform/database/database.ts'
import { peopleOf, type PersonRow } from '../auth/people-queries.ts'
import { ownersOf } from '../auth/queries.ts'
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
  personId?: string | undefined
}

/**
 * Returns the activity entries of everybody, newest first; with `personId` those of the companies
 * that the person owns, of what the person did, and of what administrators did to the person.
 * `total` is at most MOST_COUNTED + 1.
 */
export async function everybodysActivity(
  db: Db,
  { type, personId }: Which,
  limit: number,
): Promise<{ rows: AdminActivity[]; total: number }> {
  const whose = personId === undefined ? 'everybody' : { personId }
  const filter: ActivityFilter = { type, whose }
  const found = await findActivities(db, filter, { limit, cursor: null })
  const owners = await ownersOf(
    db,
    found.flatMap(({ companyId }) => companyId ?? []),
  )
  const actors = await peopleOf(
    db,
    found.flatMap(({ actorId }) => actorId ?? []),
  )
  const rows = found.map((row) => {
    const owner = owners.get(row.companyId ?? '')
    const actor = actors.get(row.actorId ?? '')
    const user = owner ?? actor
    const { id, type: shown, action, description, success, createdAt } = presentActivity(row)
    return {
      id,
      type: shown,
      action,
      description,
      success,
      createdAt,
      user: named(user),
      actor: named(actor?.personId === user?.personId ? undefined : actor),
      target: row.metadata?.target ?? null,
      changed: row.metadata?.changed ?? null,
    }
  })
  return { rows, total: await countActivities(db, filter) }
}

const named = (person: PersonRow | undefined) =>
  person ? { firstName: person.firstName, lastName: person.lastName, email: person.email } : null

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
