import type { SQL } from 'drizzle-orm'
import type { ActivityType } from '#shared/contracts/activity-log'
import type { Db } from '../../platform/database/database.ts'
import { hasSameEntry, insertActivity, insertFrom, lockEntriesOf } from './store.ts'
import type { ActivityMetadata } from './tables.ts'

export interface ActivityEntry {
  /** Null for entries about the installation instead of a user. */
  userId: string | null
  type: ActivityType
  /**
   * A stable identifier of what happened; rule 26 lists the identifiers that are part of the
   * contract.
   */
  action: string
  /** Norwegian text shown to the user. */
  description: string
  /** Null for entries that only inform. */
  success: boolean | null
  metadata?: ActivityMetadata
  at: Date
}

/**
 * Writes one entry to the log that the user sees. Inside a transaction, pass the transaction as
 * `db`.
 */
export async function recordActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await insertActivity(db, entry)
}

/**
 * Returns an SQL statement that writes the entry if `source` returns a row. Used inside a larger
 * statement, so that the entry is written only together with the change it describes.
 */
export function activityOf(source: SQL, entry: ActivityEntry): SQL {
  return insertFrom(source, entry)
}

/**
 * Writes an entry unless an equal entry was written within `withinMs`. A failure that is repeated
 * every 15 minutes until the user fixes it is thus logged once, not a hundred times a day. Returns
 * true if the entry was written.
 */
export async function recordActivityOnce(
  db: Db,
  entry: ActivityEntry,
  withinMs: number,
): Promise<boolean> {
  const since = new Date(entry.at.getTime() - withinMs)
  if (await hasSameEntry(db, entry, since)) return false
  const { userId } = entry
  // A webhook and the sweep may handle the same job at the same time.
  return db.transaction(async (tx) => {
    if (userId !== null) await lockEntriesOf(tx, userId)
    if (await hasSameEntry(tx, entry, since)) return false
    await insertActivity(tx, entry)
    return true
  })
}
