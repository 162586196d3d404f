import { sql } from 'drizzle-orm'
import type { DailyFigures } from '#shared/contracts/overview'
import { addDays, osloInstant } from '#shared/dates'
import { rowsOf, type Db } from '../../platform/database/database.ts'

/**
 * For each of the days up to `last`, oldest first: the jobs completed that day and what has
 * become of them, and the transfers that ended that day. Both parts are read from an index of the
 * user's, so that a hundred thousand older transfers do not matter.
 */
export async function dailyFigures(
  db: Db,
  userId: string,
  last: string,
  days: number,
): Promise<DailyFigures[]> {
  const first = addDays(last, 1 - days)
  const [from, to] = [osloInstant(first), osloInstant(addDays(last, 1))].map((at) =>
    at.toISOString(),
  )
  return rowsOf<DailyFigures>(
    db,
    sql`select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(c.completed, 0) as completed, coalesce(c.invoiced, 0) as invoiced,
          coalesce(e.transferred, 0) as transferred
        from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as d(day)
        left join (
          select date_trunc('day', job_completed_at at time zone 'Europe/Oslo') as day,
            count(*)::int as completed, (count(*) filter (where status = 'completed'))::int as invoiced
          from transfers
          where user_id = ${userId} and not skip_transfer
            and job_completed_at >= ${from}::timestamptz and job_completed_at < ${to}::timestamptz
          group by 1
        ) c on c.day = d.day
        left join (
          select date_trunc('day', completed_at at time zone 'Europe/Oslo') as day, count(*)::int as transferred
          from transfers
          where user_id = ${userId} and not skip_transfer and status = 'completed'
            and completed_at >= ${from}::timestamptz and completed_at < ${to}::timestamptz
          group by 1
        ) e on e.day = d.day
        order by d.day`,
  )
}
