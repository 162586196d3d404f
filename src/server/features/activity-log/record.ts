import type { SQL } from 'drizzle-orm'
import type { ActivityType } from '#shared/contracts/activity-log'
import type { Db } from '../../platform/database/database.ts'
import { hasSameEntry, insertActivity, insertFrom, lockEntriesOf } from './store.ts'
import type { ActivityMetadata } from './tables.ts'

export interface ActivityEntry {
  /** Null for what concerns the installation and no user in particular. */
  userId: string | null
  type: ActivityType
  /** A stable word; rule 26 names those that are contract. */
  action: string
  /** Norwegian, for the person. */
  description: string
  /** null = information. */
  success: boolean | null
  metadata?: ActivityMetadata
  at: Date
}

/** Writes one entry of the log that the user sees. Inside a transaction give the transaction. */
export async function recordActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await insertActivity(db, entry)
}

/**
 * The entry as a statement that writes it if `source` has a row: a part of a larger one, which
 * writes it with something else or not at all.
 */
export function activityOf(source: SQL, entry: ActivityEntry): SQL {
  return insertFrom(source, entry)
}

/**
 * As recordActivity, unless the very same was written within `withinMs`: what is tried every
 * quarter of an hour and fails until a person fixes it is logged once, not a hundred times a day.
 * Returns whether it was written.
 */
export async function recordActivityOnce(
  db: Db,
  entry: ActivityEntry,
  withinMs: number,
): Promise<boolean> {
  const since = new Date(entry.at.getTime() - withinMs)
  if (await hasSameEntry(db, entry, since)) return false
  const { userId } = entry
  // A webhook and the sweep may look at the same job at the same time.
  return db.transaction(async (tx) => {
    if (userId !== null) await lockEntriesOf(tx, userId)
    if (await hasSameEntry(tx, entry, since)) return false
    await insertActivity(tx, entry)
    return true
  })
}
