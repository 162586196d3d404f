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
