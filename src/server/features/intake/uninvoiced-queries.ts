import { sql } from 'drizzle-orm'
import type { Uninvoiced } from '#shared/contracts/overview'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { companyTable } from '../../platform/database/together.ts'
import { JOB_SUM } from '../transfers/queries.ts'
import { addUp, NOTHING_UNAPPROVED, type DatedSum, type Undrafted } from './uninvoiced.ts'

/**
 * The number of unapproved jobs that are counted for a company, the latest ones, here and in the
 * list of them.
 */
export const MOST_COUNTED = 5_000

const NOTHING_UNDRAFTED: Undrafted = {
  waiting: 0,
  failed: 0,
  ore: 0,
  withoutAmount: 0,
  negative: 0,
  oldestAt: null,
}

type Oldest = Date | string | null

const isoOf = (at: Oldest): string | null => (at ? new Date(at).toISOString() : null)

/**
 * Returns each company's sum of waiting or failed transfers. A transfer whose draft was deleted in
 * Fiken counts too, although its draft number is kept.
 */
async function undraftedOfMany(
  db: Db,
  companyIds: readonly string[],
): Promise<Map<string, Undrafted>> {
  const rows = await rowsOf<
    Omit<Undrafted, 'oldestAt'> & { companyId: string; count: number; oldest: Oldest }
  >(
    db,
    sql`select k."companyId", sums.* from ${companyTable(companyIds)} cross join lateral (
          select ${JOB_SUM}, (count(*) filter (where status <> 'failed'))::int as waiting,
            (count(*) filter (where status = 'failed'))::int as failed, min(job_completed_at) as oldest
          from transfer_rows
          where user_id = k."companyId" and not skip_transfer
            and status in ('pending', 'queued', 'processing', 'failed')
            and ((fiken_invoice_draft_id is null and fiken_invoice_id is null) or error_code = 'draft_deleted')
        ) sums`,
  )
  return new Map(
    rows.map(({ companyId, count: _count, oldest, ...sum }) => [
      companyId,
      { ...sum, oldestAt: isoOf(oldest) },
    ]),
  )
}

export async function undraftedOf(db: Db, companyId: string): Promise<Undrafted> {
  return (await undraftedOfMany(db, [companyId])).get(companyId) ?? NOTHING_UNDRAFTED
}

/**
 * Returns the sum of each company's unapproved jobs as last listed or checked, the same jobs as
 * unapproved.ts lists; without the companies that have none.
 */
async function unapprovedSums(
  db: Db,
  companyIds: readonly string[],
): Promise<Map<string, DatedSum>> {
  const rows = await rowsOf<Omit<DatedSum, 'oldestAt'> & { companyId: string; oldest: Oldest }>(
    db,
    sql`select k."companyId", sums.* from ${companyTable(companyIds)}
        join configurations f on f.user_id = k."companyId" and f.is_active and f.job_fetch_type = 'awaiting_payment'
        join connections c on c.user_id = k."companyId" and c.vendor = 'servicem8' and c.account is not null
          and c.status <> 'disconnected'
        cross join lateral (
          select ${JOB_SUM}, min(job_completed_at) as oldest from (
            select amount, job_completed_at, job_uuid from unapproved_jobs
            where user_id = k."companyId" and servicem8_account_id = c.account and not paid
            order by job_completed_at desc nulls last, job_number desc limit ${MOST_COUNTED}
          ) listed
          where not exists (select from transfers t
            where t.user_id = k."companyId" and t.servicem8_job_id = listed.job_uuid)
          having count(*) > 0
        ) sums`,
  )
  return new Map(
    rows.map(({ companyId, oldest, ...sum }) => [companyId, { ...sum, oldestAt: isoOf(oldest) }]),
  )
}

/** Returns what each company has not invoiced, in two statements and without asking a vendor. */
export async function uninvoicedOf(
  db: Db,
  companyIds: readonly string[],
): Promise<Map<string, Uninvoiced>> {
  const undrafted = await undraftedOfMany(db, companyIds)
  const unapproved = await unapprovedSums(db, companyIds)
  return new Map(
    companyIds.map((id) => [
      id,
      addUp(undrafted.get(id) ?? NOTHING_UNDRAFTED, unapproved.get(id) ?? NOTHING_UNAPPROVED),
    ]),
  )
}
