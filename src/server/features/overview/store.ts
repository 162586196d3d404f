import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AnswerOf } from '#shared/contract'
import { type Vendor, VENDORS } from '#shared/contracts/connections'
import type { DailyFigures, readStats } from '#shared/contracts/overview'
import { addDays, osloInstant } from '#shared/dates'
import { leftOutOf, type JobSum } from '#shared/needs/job-sum'
import { needText, type Need } from '#shared/needs/need'
import { type Db, rowsOf } from '../../platform/database/database.ts'
import { sumsOfNeeds } from '../transfers/needs-queries.ts'
import { keptOf } from '../transfers/queries.ts'
import { transfers } from '../transfers/tables.ts'

/**
 * Returns, for each day up to `last`, oldest first, the jobs completed that day with the number
 * invoiced, and the transfers that ended that day. Both parts use an index on the company, so older
 * transfers do not slow the query down.
 */
export async function dailyFigures(
  db: Db,
  companyId: string,
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
          where user_id = ${companyId} and not skip_transfer
            and job_completed_at >= ${from}::timestamptz and job_completed_at < ${to}::timestamptz
          group by 1
        ) c on c.day = d.day
        left join (
          select date_trunc('day', completed_at at time zone 'Europe/Oslo') as day, count(*)::int as transferred
          from transfers
          where user_id = ${companyId} and not skip_transfer and status = 'completed'
            and completed_at >= ${from}::timestamptz and completed_at < ${to}::timestamptz
          group by 1
        ) e on e.day = d.day
        order by d.day`,
  )
}

const spoken = (need: Need, sum: JobSum) => ({
  ...sum,
  text: needText(need, sum),
  leftOut: leftOutOf(sum),
})

export async function statsOf(db: Db, companyId: string): Promise<AnswerOf<typeof readStats>> {
  const rows = await db
    .select({ status: transfers.status, n: sql<number>`count(*)::int` })
    .from(transfers)
    .where(keptOf(companyId))
    .groupBy(transfers.status)
  const count = (...statuses: string[]) =>
    rows.filter((r) => statuses.includes(r.status)).reduce((sum, r) => sum + r.n, 0)
  const pending = count('pending', 'queued', 'processing')
  const silent = pending > 0 ? await silentVendors(db, companyId) : []
  const { act, yes } = await sumsOfNeeds(db, companyId)
  const needs = {
    ...(act ? { act: spoken('act', act) } : {}),
    ...(yes ? { yes: spoken('yes', yes) } : {}),
  }
  return {
    total: rows.reduce((sum, r) => sum + r.n, 0),
    successful: count('completed'),
    pending,
    failed: count('failed'),
    ...(act || yes ? { needs } : {}),
    ...(silent.length > 0 ? { notAnswering: silent } : {}),
  }
}

/**
 * Returns the vendors for which transfers wait because the vendor does not respond. When a vendor
 * is available again, the waits are cleared (transfers/delivery/claim-store.ts), but the error
 * codes are kept.
 */
async function silentVendors(db: Db, companyId: string): Promise<Vendor[]> {
  const rows = await db
    .selectDistinct({ code: transfers.errorCode })
    .from(transfers)
    .where(
      and(
        keptOf(companyId),
        // A running transfer is included, because it may be checking whether the vendor is back.
        inArray(transfers.status, ['queued', 'processing']),
        inArray(transfers.errorCode, ['servicem8_down', 'fiken_down']),
        isNotNull(transfers.nextAttemptAt),
      ),
    )
  return VENDORS.filter((vendor) => rows.some(({ code }) => code === `${vendor}_down`))
}
