import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../database/database.ts'

/** How much of a queue's work waits. */
export interface Backlog {
  /** Could be worked on now, or is. */
  waiting: number
  /** Waits for a time to come, or for somebody to connect a vendor again. */
  later: number
  /** Since when the oldest of those that wait now has been waiting. */
  oldestAt: Date | null
}

export const NO_BACKLOG: Backlog = { waiting: 0, later: 0, oldestAt: null }

/**
 * Counts a queue's rows.
 *
 * @param rows a query of them, whose one column `since` is the instant from which each can be
 *   worked on; null for one that waits for something else than the time
 */
export async function backlogOf(db: Db, now: Date, rows: SQL): Promise<Backlog> {
  const due = sql`since <= ${now.toISOString()}::timestamptz`
  const [row] = await rowsOf<{ waiting: number; later: number; oldest: Date | string | null }>(
    db,
    sql`select (count(*) filter (where ${due}))::int as waiting,
          (count(*) filter (where since is null or not (${due})))::int as later,
          min(since) filter (where ${due}) as oldest
        from (${rows}) rows`,
  )
  return row
    ? {
        waiting: row.waiting,
        later: row.later,
        oldestAt: row.oldest === null ? null : new Date(row.oldest),
      }
    : NO_BACKLOG
}
