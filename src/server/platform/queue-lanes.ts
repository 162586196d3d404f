import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from './database/database.ts'

/** The lanes of a queue that are being drained now, over all processes. */
export interface AtWork {
  running: number
  runningSince: Date | null
}

/** Read from pg-boss' own table: a job is a lane, and is active while the lane is drained. */
export async function lanesAtWork(db: Db): Promise<Map<string, AtWork>> {
  const rows = await rowsOf<{ name: string; running: number; since: Date | string }>(
    db,
    sql`select name, count(*)::int as running, min(started_on) as since
        from pgboss.job where state = 'active' group by name`,
  )
  return new Map(
    rows.map(({ name, running, since }) => [name, { running, runningSince: new Date(since) }]),
  )
}

/**
 * How many lanes of each queue wait to be drained, over all processes. Asked with pg-boss' own
 * condition on `exclusive` queues, so that only its index of them is read.
 */
export async function lanesWaiting(db: Db): Promise<Map<string, number>> {
  const rows = await rowsOf<{ name: string; waiting: number }>(
    db,
    sql`select name, (count(*) filter (where state < 'active'))::int as waiting
        from pgboss.job where state <= 'active' and policy = 'exclusive' group by name`,
  )
  return new Map(rows.map(({ name, waiting }) => [name, waiting]))
}
