import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../database/database.ts'

export interface Backlog {
  waiting: number
  /** The rows that wait for a point in time, or for the user to reconnect a vendor. */
  later: number
  /** The time at which the oldest row counted in `waiting` started to wait. */
  oldestAt: Date | null
}

export const NO_BACKLOG: Backlog = { waiting: 0, later: 0, oldestAt: null }

/**
 * Counts a queue's rows.
 * @param rows a query whose only column `since` is the time from which each row can be worked on;
 * null for a row that waits for something other than time
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
