import { sql } from 'drizzle-orm'
import type { Db } from './database/database.ts'

/**
 * Longer than any wait that pg-boss writes for our queues: a job that failed is due again after a
 * second.
 */
const LEEWAY = sql`interval '1 minute'`

/**
 * pg-boss times its jobs and its own rounds by the database's clock. When that is set back, a
 * lane's job that waits is not fetched, a killed one is not given up, and no new one is taken for
 * the lane, all until the clock has caught up. What lies ahead by more than it ever could is
 * therefore moved to now: a job that waits is due, and one whose holder is dead has a heartbeat
 * to live, as has one whose holder lives.
 */
export async function bringQueueBackToNow(db: Db, queues: readonly string[]): Promise<void> {
  const names = sql`(select jsonb_array_elements_text(${JSON.stringify(queues)}::jsonb))`
  const ahead = (column: string) => sql`${sql.identifier(column)} > now() + ${LEEWAY}`
  const orNow = (column: string) =>
    sql`${sql.identifier(column)} = case when ${ahead(column)} then now() else ${sql.identifier(column)} end`
  const list = (
    columns: readonly string[],
    of: (column: string) => ReturnType<typeof sql>,
    between: string,
  ) => sql.join(columns.map(of), sql.raw(between))

  const started = ['started_on', 'heartbeat_on']
  await db.execute(
    sql`update pgboss.job set start_after = now() where name in ${names} and state < 'active' and ${ahead('start_after')}`,
  )
  await db.execute(
    sql`update pgboss.job set ${list(started, orNow, ', ')} where name in ${names} and state = 'active' and (${list(started, ahead, ' or ')})`,
  )
  const rounds = ['monitor_claim_on', 'monitor_on', 'maintain_on']
  await db.execute(
    sql`update pgboss.queue set ${list(rounds, orNow, ', ')} where ${list(rounds, ahead, ' or ')}`,
  )
  const clocks = ['cron_on', 'flow_on', 'bam_on', 'reindex_on']
  await db.execute(
    sql`update pgboss.version set ${list(clocks, orNow, ', ')} where ${list(clocks, ahead, ' or ')}`,
  )
}
