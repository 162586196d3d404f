import { sql } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import type { PendingReason, TransferStatus } from '#shared/transfer-status'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { shareOf } from '../drafts/collective/shares.ts'
import type { JobShare } from '../drafts/sent-draft.ts'
import { SENT } from './sent-queries.ts'

export interface LedgerTransfer {
  id: string
  jobUuid: string
  jobNumber: string
  accountUuid: string
  customerName: string | null
  status: TransferStatus
  pendingReason: PendingReason | null
  skipped: boolean
  errorCode: CauseCode | null
  errorMessage: string | null
  slug: string | null
  draftId: string | null
  draftUuid: string | null
  /**
   * The uuid of the draft of the replaced invoice, in lower case; null unless that invoice is
   * credited in full.
   */
  replacedUuid: string | null
  revision: number
  customerId: string | null
  /** The gross in øre, computed by Fiken when checked; this job's share of a shared draft. */
  gross: number | null
  share: JobShare | null
  /** The job's total in ServiceM8 at that time; `leftOutGross` is the sum of the lines left out. */
  theirTotal: number | null
  leftOutGross: number
  /** The deducted deposit; `depositCredited` is the part of the deposit invoice credited since. */
  depositGross: number
  depositCredited: number
  lineCount: number
  nextAttemptAt: Date | null
  jobCompletedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/**
 * Returns the transfers of these jobs, and of jobs completed within the range as last fetched,
 * including deleted transfers.
 */
export async function transfersForLedger(
  db: Db,
  companyId: string,
  { from, to, jobUuids }: { from: Date; to: Date; jobUuids: readonly string[] },
): Promise<LedgerTransfer[]> {
  const rows = await rowsOf<Wire>(
    db,
    sql`select id, servicem8_job_id as "jobUuid", job_number as "jobNumber", servicem8_account_id as "accountUuid",
          customer_name as "customerName", status, pending_reason as "pendingReason", skip_transfer as skipped, error_code as "errorCode",
          error_message as "errorMessage", fiken_company_slug as slug, fiken_invoice_draft_id as "draftId", fiken_draft_uuid as "draftUuid",
          case when replaces->'credited'->>'inFull' = 'true' then lower(replaces->>'draftUuid') end as "replacedUuid", revision, fiken_customer_id as "customerId", ${SENT.gross} as gross, ${SENT.share} as share,
          ${SENT.theirTotal} as "theirTotal",
          ${SENT.leftOutGross} as "leftOutGross",
          ${SENT.depositGross} as "depositGross",
          case when ${SENT.depositInvoiceId} = deposit_credit->>'invoiceId' then (deposit_credit->>'sum')::float8 end as "depositCredited",
          ${SENT.lineCount} as "lineCount", next_attempt_at as "nextAttemptAt",
          job_completed_at as "jobCompletedAt", created_at as "createdAt", updated_at as "updatedAt"
        from transfer_rows
        where user_id = ${companyId} and (
          servicem8_job_id in (select jsonb_array_elements_text(${JSON.stringify(jobUuids)}::jsonb))
          or (job_completed_at >= ${from.toISOString()}::timestamptz and job_completed_at < ${to.toISOString()}::timestamptz)
          or (job_completed_at is null and created_at >= ${from.toISOString()}::timestamptz and created_at < ${to.toISOString()}::timestamptz))`,
  )
  return rows.map((row) => ({
    ...row,
    gross: row.gross === null ? null : shareOf(row.gross, row.share),
    leftOutGross: row.leftOutGross ?? 0,
    depositGross: row.depositGross ?? 0,
    depositCredited: Math.min(row.depositGross ?? 0, row.depositCredited ?? 0),
    lineCount: row.lineCount ?? 0,
    nextAttemptAt: instantOf(row.nextAttemptAt),
    jobCompletedAt: instantOf(row.jobCompletedAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }))
}

type Instants = 'nextAttemptAt' | 'jobCompletedAt' | 'createdAt' | 'updatedAt'
type Wire = Omit<
  LedgerTransfer,
  Instants | 'leftOutGross' | 'depositGross' | 'depositCredited' | 'lineCount'
> & {
  leftOutGross: number | null
  depositGross: number | null
  depositCredited: number | null
  lineCount: number | null
  nextAttemptAt: Date | string | null
  jobCompletedAt: Date | string | null
  createdAt: Date | string
  updatedAt: Date | string
}

const instantOf = (value: Date | string | null) => (value === null ? null : new Date(value))

export async function jobsOfDrafts(
  db: Db,
  companyId: string,
  draftUuids: readonly string[],
): Promise<Map<string, string[]>> {
  if (draftUuids.length === 0) return new Map()
  const rows = await rowsOf<{ uuid: string; job: string }>(
    db,
    sql`select lower(fiken_draft_uuid) as uuid, servicem8_job_id as job from transfer_rows
        where user_id = ${companyId} and lower(fiken_draft_uuid) in (select jsonb_array_elements_text(${JSON.stringify(draftUuids)}::jsonb))`,
  )
  const byUuid = Map.groupBy(rows, ({ uuid }) => uuid)
  return new Map([...byUuid].map(([uuid, owners]) => [uuid, owners.map(({ job }) => job)]))
}

/**
 * Returns the time at which a transfer last made progress; null when none of the company's
 * transfers ever has.
 */
export async function lastMoveOf(db: Db, companyId: string): Promise<Date | null> {
  const [row] = await rowsOf<{ at: Date | string | null }>(
    db,
    sql`select max(updated_at) as at from transfers where user_id = ${companyId} and status in ('completed', 'failed', 'processing')`,
  )
  return instantOf(row?.at ?? null)
}
