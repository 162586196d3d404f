import type { SQL } from 'drizzle-orm'
import type { ActivityType } from '#shared/contracts/activity-log'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { hasSameEntry, insertActivity, insertFrom, lockEntriesOf } from './store.ts'
import type { ActivityMetadata } from './tables.ts'

export interface ActivityEntry {
  /** The company that the entry concerns; null for an entry about the installation. */
  companyId: string | null
  /** Who did it; null for what the product has done by itself. */
  actor: Actor | null
  type: ActivityType
  /**
   * A stable identifier of the event; rule 26 lists the identifiers that are part of the contract.
   */
  action: string
  description: string
  success: boolean | null
  metadata?: ActivityMetadata
  at: Date
}

/** Writes an entry to the company's activity log. `db` can be a transaction. */
export async function recordActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await insertActivity(db, entry)
}

/**
 * Returns SQL that writes the entry if `source` returns a row, for use inside the statement that
 * makes the logged change.
 */
export function activityOf(source: SQL, entry: ActivityEntry): SQL {
  return insertFrom(source, entry)
}

/**
 * Writes an entry unless an equal entry was written within `withinMs`, so that a failure repeated
 * every 15 minutes is logged once. Returns true if written.
 */
export async function recordActivityOnce(
  db: Db,
  entry: ActivityEntry,
  withinMs: number,
): Promise<boolean> {
  const since = new Date(entry.at.getTime() - withinMs)
  if (await hasSameEntry(db, entry, since)) return false
  const { companyId } = entry
  // A webhook and the sweep can handle the same job at the same time.
  return db.transaction(async (tx) => {
    if (companyId !== null) await lockEntriesOf(tx, companyId)
    if (await hasSameEntry(tx, entry, since)) return false
    await insertActivity(tx, entry)
    return true
  })
}
