import { sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../platform/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { EVERY_MS, SPREAD_SECONDS } from './schedule.ts'

/**
 * Active users with a living connection and a company, whose last run is over. One who never had
 * one gets his first, which begins the hour.
 */
export async function usersToAskFor(db: Db, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - EVERY_MS).toISOString()
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`select c.user_id
        from connections c
          join users u on u.id = c.user_id and u.is_active
          join configurations f on f.user_id = c.user_id and f.is_active and not f.requires_company_selection
          left join mirror_cursors r on r.user_id = c.user_id and r.mirror = 'payments' and r.scope = ''
        where c.vendor = 'fiken' and c.status = 'connected' and f.fiken_company_slug is not null
          and (c.paused_until is null or c.paused_until <= ${now.toISOString()}::timestamptz)
          and (r.completed_at is null
            or r.completed_at + (abs(hashtext(c.user_id::text)) % ${SPREAD_SECONDS}) * interval '1 second' < ${before}::timestamptz)
        order by r.completed_at nulls first
        limit 20`,
  )
  return rows.map((row) => row.user_id)
}

/** A row is a user whose payments are asked about. */
export function backlogOfPayments(db: Db, now: Date): Promise<Backlog> {
  const every = sql`${EVERY_MS / 1_000 + SPREAD_SECONDS}::float8 * interval '1 second'`
  return backlogOf(
    db,
    now,
    sql`select greatest(coalesce(r.completed_at + ${every}, c.updated_at), c.paused_until) as since
        from connections c
          join users u on u.id = c.user_id and u.is_active
          join configurations f on f.user_id = c.user_id and f.is_active and not f.requires_company_selection
          left join mirror_cursors r on r.user_id = c.user_id and r.mirror = 'payments' and r.scope = ''
        where c.vendor = 'fiken' and c.status = 'connected' and f.fiken_company_slug is not null`,
  )
}
