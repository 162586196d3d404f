import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'

export interface Tenant {
  id: string
  firstName: string | null
  lastName: string | null
  companyName: string | null
  email: string
  waiting: number
  oldestAt: Date | null
  made: number
  medianSeconds: number | null
}

const MOST = 10

/**
 * The active users whose jobs wait longest, then those whose jobs took longest. `since` begins the
 * time in which drafts are counted.
 */
export async function slowestTenants(db: Db, since: Date): Promise<Tenant[]> {
  const rows = await rowsOf<Omit<Tenant, 'oldestAt'> & { oldest: Date | string | null }>(
    db,
    sql`with waiting as (
          select user_id, count(*)::int as waiting, min(created_at) as oldest
          from transfers where not skip_transfer and status in ('queued', 'processing') group by user_id
        ), made as (
          select user_id, count(*)::int as made,
            percentile_cont(0.5) within group (order by extract(epoch from completed_at - created_at)::float8)
              filter (where started_by_webhook and retry_count = 0) as median
          from transfers
          where not skip_transfer and status = 'completed' and completed_at >= ${since.toISOString()}::timestamptz
          group by user_id
        )
        select u.id, u.first_name as "firstName", u.last_name as "lastName", u.company_name as "companyName", u.email,
          coalesce(w.waiting, 0) as waiting, w.oldest, coalesce(m.made, 0) as made, m.median as "medianSeconds"
        from users u left join waiting w on w.user_id = u.id left join made m on m.user_id = u.id
        where u.is_active and (w.user_id is not null or m.user_id is not null)
        order by w.oldest nulls last, m.median desc nulls last, u.id
        limit ${MOST}`,
  )
  return rows.map(({ oldest, ...row }) => ({
    ...row,
    oldestAt: oldest === null ? null : new Date(oldest),
  }))
}
