import type { SQL } from 'drizzle-orm'
import type { ActivityType } from '#shared/contracts/activity-log'
import type { Db } from '../../platform/database/database.ts'
import { hasSameEntry, insertActivity, insertFrom, lockEntriesOf } from './store.ts'
import type { ActivityMetadata } from './tables.ts'

export interface ActivityEntry {
  /** Null for entries about the installation instead of a user. */
  userId: string | null
  type: ActivityType
  /** A stable word; rule 26 names those that are part of the contract. */
  action: string
  /** Norwegian, shown to the user. */
  description: string
  /** Null for information. */
  success: boolean | null
  metadata?: ActivityMetadata
  at: Date
}

/** Writes one entry of the log that the user sees. Inside a transaction, pass the transaction. */
export async function recordActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await insertActivity(db, entry)
}

/**
 * Returns a statement that writes the entry if `source` has a row: a part of a larger statement, so
 * that both are written or neither.
 */
export function activityOf(source: SQL, entry: ActivityEntry): SQL {
  return insertFrom(source, entry)
}

/**
 * Writes an entry unless the same one was written within `withinMs`: a failure repeated every
 * quarter of an hour until the user fixes it is logged once, not a hundred times a day. Returns
 * true when it was written.
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
