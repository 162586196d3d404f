import { and, desc, eq, gte, isNull, type SQL } from 'drizzle-orm'
import type { ActivityType } from '#shared/contracts/activity-log'
import type { Db } from '../../platform/database/database.ts'
import { insertActivity, insertFrom } from './store.ts'
import { activityLogs } from './tables.ts'

export interface ActivityEntry {
  /** Null for what concerns the installation and no user in particular. */
  userId: string | null
  type: ActivityType
  /** A stable word; decision 26 names those that are contract. */
  action: string
  /** Norwegian, for the person. */
  description: string
  /** null = information. */
  success: boolean | null
  metadata?: { jobUuid?: string; error?: string; transferId?: string }
  at: Date
}

/** Writes one entry of the log that the user sees. Inside a transaction give the transaction. */
export async function recordActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await insertActivity(db, entry)
}

/** The entry as a statement that writes it if `source` has a row: a part of a larger one, which writes it with something else or not at all. */
export function activityOf(source: SQL, entry: ActivityEntry): SQL {
  return insertFrom(source, entry)
}

/**
 * As recordActivity, unless the very same was written within `withinMs`: what is tried every quarter of an hour and fails until a person
 * mends it is told once, not a hundred times a day. Answers whether it was written.
 */
export async function recordActivityOnce(db: Db, entry: ActivityEntry, withinMs: number): Promise<boolean> {
  const [earlier] = await db
    .select({ id: activityLogs.id })
    .from(activityLogs)
    .where(
      and(
        entry.userId === null ? isNull(activityLogs.userId) : eq(activityLogs.userId, entry.userId),
        gte(activityLogs.createdAt, new Date(entry.at.getTime() - withinMs)),
        eq(activityLogs.action, entry.action),
        eq(activityLogs.description, entry.description),
      ),
    )
    .limit(1)
  if (earlier) return false
  await insertActivity(db, entry)
  return true
}

/** How the latest entry with this action ended; undefined when there is none. */
export async function latestOutcome(db: Db, userId: string, action: string): Promise<boolean | null | undefined> {
  const [entry] = await db
    .select({ success: activityLogs.success })
    .from(activityLogs)
    .where(and(eq(activityLogs.userId, userId), eq(activityLogs.action, action)))
    .orderBy(desc(activityLogs.createdAt))
    .limit(1)
  return entry?.success
}
