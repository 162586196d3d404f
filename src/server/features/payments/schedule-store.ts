import { sql } from 'drizzle-orm'
import type { Recurring } from '../appointments/due.ts'
import { EVERY_MS, SPREAD_SECONDS } from './schedule.ts'

const EVERY = sql`${EVERY_MS / 1_000}::float8 * interval '1 second'`

/**
 * Active users with a living connection that is not paused and a company. One who never had a run
 * gets his first immediately, which begins the hour.
 */
export const PAYMENT_RUNS: Recurring = {
  work: 'payments',
  times: (now, among) => sql`
    select c.user_id, greatest(
        coalesce(
          r.completed_at + ${EVERY} + (abs(hashtext(c.user_id::text)) % ${SPREAD_SECONDS}) * interval '1 second',
          least(c.updated_at, ${now.toISOString()}::timestamptz)
        ),
        c.paused_until
      ) as since
    from connections c
      join users u on u.id = c.user_id and u.is_active
      join configurations f on f.user_id = c.user_id and f.is_active and not f.requires_company_selection
      left join mirror_cursors r on r.user_id = c.user_id and r.mirror = 'payments' and r.scope = ''
    where c.vendor = 'fiken' and c.status = 'connected' and f.fiken_company_slug is not null
      and ${among(sql`c.user_id`)}`,
}
