import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { shareOf } from '../drafts/collective/shares.ts'
import type { JobShare } from '../drafts/sent-draft.ts'

const data = sql`fiken_data`
const deposit = sql`${data}->'deposit'`
/** The job's part of a draft of several, or all of its own draft. */
const ofJob = sql`coalesce(share, ${data})`
const linesSent = sql`jsonb_array_length(${data}->'sent'->'lines')`

/**
 * The parts of a document's record (SentDraft) in `transfer_rows` that other queries read: the only
 * place that knows where they are. Amounts are øre; null where nothing was sent.
 */
export const SENT = {
  /** The gross that Fiken made of the draft, over all its jobs. */
  gross: sql`(${data}->>'gross')::float8`,
  share: sql<JobShare | null>`share`,
  linesSent,
  /** The job's own lines. */
  lineCount: sql`coalesce((share->>'lineCount')::int, ${linesSent})`,
  theirTotal: sql`(${ofJob}->>'theirTotal')::float8`,
  leftOutGross: sql`(${ofJob}->>'leftOutGross')::float8`,
  hasDeposit: sql`${deposit} is not null`,
  depositGross: sql`(${deposit}->>'gross')::float8`,
  depositInvoiceId: sql`${deposit}->>'invoiceId'`,
  depositInvoiceNumber: sql`${deposit}->>'invoiceNumber'`,
  /** The products of its lines, as jsonb: a function of rows. */
  productIds: sql`jsonb_path_query(${data}, '$.**.productId')`,
}

/** A transfer that is paid, as far as ServiceM8 is told of it; øre, each for this job. */
export interface PaidTransfer {
  transferId: string
  jobUuid: string
  jobNumber: string
  accountUuid: string
  slug: string
  /** The amount paid in Fiken by now, øre, and the invoice's. */
  paid: number
  gross: number
  lineCount: number
  /** The deposit that its draft took off, øre. */
  deposit: number
}

/**
 * Returns the transfers that are completed and paid, or paid in part: of a draft of several jobs,
 * each with its part.
 */
export async function paidTransfers(
  db: Db,
  userId: string,
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
        where user_id = ${userId} and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)
          and status = 'completed' and not skip_transfer and payment_status in ('paid', 'part_paid') and paid_amount > 0`,
  )
  return new Map(
    rows.map(({ share, ...row }) => [
      row.transferId,
      { ...row, paid: shareOf(row.paid, share), gross: shareOf(row.gross, share) },
    ]),
  )
}
