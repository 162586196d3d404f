import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { shareOf } from '../drafts/collective/shares.ts'
import type { JobShare } from '../drafts/sent-draft.ts'

const data = sql`fiken_data`
const deposit = sql`${data}->'deposit'`
/** The SQL expression for the job's share of a draft, or the whole draft if the job is alone. */
const ofJob = sql`coalesce(share, ${data})`
const linesSent = sql`jsonb_array_length(${data}->'sent'->'lines')`

/**
 * The SQL expressions for parts of a document's record (SentDraft) in `transfer_rows`; no other SQL
 * uses the record's structure. Amounts are in øre, and null when nothing was sent.
 */
export const SENT = {
  gross: sql`(${data}->>'gross')::float8`,
  share: sql<JobShare | null>`share`,
  linesSent,
  lineCount: sql`coalesce((share->>'lineCount')::int, ${linesSent})`,
  theirTotal: sql`(${ofJob}->>'theirTotal')::float8`,
  leftOutGross: sql`(${ofJob}->>'leftOutGross')::float8`,
  hasDeposit: sql`${deposit} is not null`,
  depositGross: sql`(${deposit}->>'gross')::float8`,
  depositInvoiceId: sql`${deposit}->>'invoiceId'`,
  depositInvoiceNumber: sql`${deposit}->>'invoiceNumber'`,
  productIds: sql`jsonb_path_query(${data}, '$.**.productId')`,
}

/** A payment as reported to ServiceM8. Amounts are in øre, and cover this job only. */
export interface PaidTransfer {
  transferId: string
  jobUuid: string
  jobNumber: string
  accountUuid: string
  slug: string
  /** The amount paid so far in Fiken; `gross` is the invoice's gross amount. */
  paid: number
  gross: number
  lineCount: number
  deposit: number
}

/**
 * Returns the transfers that are paid in full or in part. For a draft of several jobs, each job
 * gets its share of the amounts.
 */
export async function paidTransfers(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, PaidTransfer>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<PaidTransfer & { share: JobShare | null }>(
    db,
    sql`select id as "transferId", servicem8_job_id as "jobUuid", job_number as "jobNumber",
          servicem8_account_id as "accountUuid", coalesce(fiken_company_slug, '') as slug, paid_amount::float8 as paid,
          coalesce(${SENT.gross}, amount::float8, 0) as gross, coalesce(${SENT.lineCount}, 0) as "lineCount",
          ${SENT.share} as share, coalesce(${SENT.depositGross}, 0) as deposit
        from transfer_rows
        where user_id = ${companyId} and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)
          and status = 'completed' and not skip_transfer and payment_status in ('paid', 'part_paid') and paid_amount > 0`,
  )
  return new Map(
    rows.map(({ share, ...row }) => [
      row.transferId,
      { ...row, paid: shareOf(row.paid, share), gross: shareOf(row.gross, share) },
    ]),
  )
}
