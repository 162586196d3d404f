import { sql, type SQL } from 'drizzle-orm'
import { type JobSum, NO_JOBS } from '#shared/needs/job-sum'
import { NEEDS, type Need } from '#shared/needs/need'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { companyTable } from '../../platform/database/together.ts'
import { isOfThisDraft } from './payment-store.ts'
import { JOB_SUM } from './queries.ts'

/**
 * Selects the transfers that need this from the user, as `id` and `amount`: needOf()
 * (shared/needs/need.ts) in SQL, with isDepositCredited() (shared/credit.ts). Each part has an index
 * of its own, so that the other transfers are not read. The statuses are literals, because a generic
 * query plan could not use a partial index.
 * @param companyId the company's id, or the column with it
 */
export function thatNeed(companyId: string | SQL, need: Need): SQL {
  const own = sql`user_id = ${companyId} and not skip_transfer`
  if (need === 'yes')
    return sql`select id, amount from transfers where ${own} and status = 'pending'
      and pending_reason in ('history', 'inactive', 'fetched', 'restored', 'undone')`
  return sql`
    select id, amount from transfers where ${own} and status = 'failed'
    union all
    select id, amount from transfers where ${own} and status = 'pending' and pending_reason in ('ambiguous_customer', 'company')
    union all
    select id, amount from (
      select t.*, d.payment_checked_at from documents d join transfers t on t.document_id = d.id
      where d.user_id = ${companyId} and d.payment_status = 'gone' and d.ended is null
    ) gone where ${own} and status = 'completed' and ${isOfThisDraft}
    union all
    select id, amount from (
      select t.* from documents d join transfers t on t.document_id = d.id
      where d.user_id = ${companyId} and d.deposit_credit is not null and d.deposit_credit #> '{ids,0}' is not null
        and not (d.deposit_credit->'ids' <@ coalesce(d.deposit_credit->'settled', '[]'))
        and coalesce(d.payment_status, 'draft') not in ('gone', 'credited')
    ) deducting where ${own} and status = 'completed'`
}

/** Returns the sum of the transfers with each need; without the needs that no transfer has. */
export async function sumsOfNeeds(
  db: Db,
  companyId: string,
): Promise<Partial<Record<Need, JobSum>>> {
  const sums = NEEDS.map(
    (need) =>
      sql`select ${need} as need, ${JOB_SUM} from (${thatNeed(companyId, need)}) needing having count(*) > 0`,
  )
  const rows = await rowsOf<JobSum & { need: Need }>(db, sql.join(sums, sql` union all `))
  return Object.fromEntries(rows.map(({ need, ...sum }) => [need, sum]))
}

export async function sumOf(db: Db, companyId: string, need: Need): Promise<JobSum> {
  return (await sumsOfNeeds(db, companyId))[need] ?? NO_JOBS
}

/** Returns the sums of the companies with transfers that have the need, in one statement. */
export async function sumsOfMany(
  db: Db,
  companyIds: readonly string[],
  need: Need,
): Promise<Map<string, JobSum>> {
  const rows = await rowsOf<JobSum & { companyId: string }>(
    db,
    sql`select k."companyId", sums.* from ${companyTable(companyIds)} cross join lateral (
          select ${JOB_SUM} from (${thatNeed(sql`k."companyId"`, need)}) needing having count(*) > 0
        ) sums`,
  )
  return new Map(rows.map(({ companyId, ...sum }) => [companyId, sum]))
}
