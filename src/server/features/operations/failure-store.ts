import { sql } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import { rowsOf, type Db } from '../../platform/database/database.ts'

export interface Failure {
  code: CauseCode
  failed: number
  retrying: number
  /** The number of failed transfers that can be retried. `users` is the number of their users. */
  startable: number
  users: number
}

/**
 * The condition for a retry: an active account with the integration on, because nothing is sent for
 * users who have switched it off.
 */
const MAY_START = sql`(co.is_active and coalesce(f.is_active, false))`

export async function failuresByCause(db: Db): Promise<Failure[]> {
  return rowsOf(
    db,
    sql`select coalesce(error_code, 'unknown') as code,
          (count(*) filter (where status = 'failed'))::int as failed,
          (count(*) filter (where status <> 'failed'))::int as retrying,
          (count(*) filter (where status = 'failed' and ${MAY_START}))::int as startable,
          (count(distinct t.user_id) filter (where status = 'failed' and ${MAY_START}))::int as users
        from transfers t
          join companies co on co.id = t.user_id
          left join configurations f on f.user_id = t.user_id
        where not skip_transfer and (status = 'failed' or (status in ('queued', 'processing') and error_code is not null))
        group by 1 order by failed desc, retrying desc, code`,
  )
}

export async function companiesToRetry(
  db: Db,
  code: CauseCode,
): Promise<{ startable: string[]; others: number }> {
  const rows = await rowsOf<{ user_id: string; startable: boolean }>(
    db,
    sql`select t.user_id, bool_and(${MAY_START}) as startable
        from transfers t
          join companies co on co.id = t.user_id
          left join configurations f on f.user_id = t.user_id
        where not t.skip_transfer and t.status = 'failed' and coalesce(t.error_code, 'unknown') = ${code}
        group by t.user_id order by min(t.created_at)`,
  )
  const startable = rows.filter((row) => row.startable).map((row) => row.user_id)
  return { startable, others: rows.length - startable.length }
}
