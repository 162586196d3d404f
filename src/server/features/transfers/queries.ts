import { and, desc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { jobTitle } from '#shared/transfer-display'
import { statusesFor, type PendingReason, type TransferStatus } from '#shared/transfer-status'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import { type Db, rowsOf } from '../../platform/database/database.ts'
import type { ChosenForJob } from '../customers/deciding/plan-recipient.ts'
import { storedJobState } from '../service-jobs/queries.ts'
import { isOfThisDraft } from './payment-store.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { transferRows } from './row-queries.ts'
import { SENT } from './sent-queries.ts'
import { transfers, type TransferRow } from './tables.ts'

export async function transferById(
  db: Db,
  companyId: string,
  id: string,
): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transferRows)
    .where(and(eq(transfers.companyId, companyId), eq(transfers.id, id)))
  return row ?? null
}

/** Counts all companies' transfers without the deleted ones (rule 12), for administrators. */
export async function countAllTransfers(db: Db): Promise<number> {
  return db.$count(transfers, not(transfers.skipTransfer))
}

/** Returns the rows with these ids, oldest first. */
export async function rowsById(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<TransferRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(transferRows)
    .where(and(eq(transfers.companyId, companyId), inArray(transfers.id, [...ids])))
    .orderBy(transfers.createdAt, transfers.id)
}

export async function transferOfJob(
  db: Db,
  companyId: string,
  jobUuid: string,
): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transferRows)
    .where(and(eq(transfers.companyId, companyId), eq(transfers.servicem8JobId, jobUuid)))
  return row ?? null
}

/**
 * Returns the recipients chosen for single jobs, without jobs already invoiced, where the choice
 * has no effect.
 */
export async function chosenForJobs(
  db: Db,
  companyId: string,
  slug: string,
): Promise<{ id: string; title: string; chosen: ChosenForJob }[]> {
  const { id, servicem8JobId, servicem8Data, chosenRecipient } = transferRows
  const rows = await db
    .select({ id, servicem8JobId, servicem8Data, chosenRecipient })
    .from(transferRows)
    .where(
      and(
        eq(transfers.companyId, companyId),
        isNotNull(chosenRecipient),
        isNull(transferRows.fikenInvoiceNumber),
        not(transfers.skipTransfer),
      ),
    )
  return rows.flatMap(({ chosenRecipient: chosen, ...row }) =>
    chosen?.slug === slug
      ? [{ id: row.id, title: jobTitle(row.servicem8Data, row.servicem8JobId), chosen }]
      : [],
  )
}

/**
 * Returns true when a draft is or might be in Fiken; the draft is looked up before the row's state
 * is decided.
 */
export const wasSent = (
  row: Pick<TransferRow, 'outcomeUnknown' | 'fikenInvoiceDraftId'>,
): boolean => row.outcomeUnknown || row.fikenInvoiceDraftId !== null

export type SharingRow = Pick<
  TransferRow,
  'id' | 'companyId' | 'documentId' | 'collectiveId' | 'outcomeUnknown' | 'fikenInvoiceDraftId'
>

/** Returns true for a row on a collective draft that is or might be in Fiken (decision 0054). */
export const sharesDraft = (
  row: Pick<TransferRow, 'outcomeUnknown' | 'fikenInvoiceDraftId' | 'collectiveId'>,
): boolean => row.collectiveId !== null && wasSent(row)

/** Returns all rows on the row's draft, or only the row itself when its draft is not shared. */
export async function rowsOfDraft(db: Db, row: TransferRow): Promise<TransferRow[]> {
  if (!sharesDraft(row)) return [row]
  const { companyId, documentId } = row
  return db
    .select()
    .from(transferRows)
    .where(and(eq(transfers.companyId, companyId), sql`${transfers.documentId} = ${documentId}`))
    .orderBy(transfers.createdAt, transfers.id)
}

/** The SQL expression for the uuid of the billed client, like billedClientOf(). */
export const BILLED_CLIENT = sql<
  string | null
>`coalesce(${transfers.snapshot}->'headOffice'->>'uuid', ${transfers.snapshot}->'client'->>'uuid')`

/**
 * The SQL condition for a row that waits for its customer's collective draft, or is in a set
 * becoming one.
 */
export const WAITS_FOR_SET = sql`(${transfers.pendingReason} = 'collective' or ${transfers.collectiveRun} is not null)`

/** Returns the SQL condition for the opposite of {@link wasSent}. */
export const wasNotSent = () =>
  sql`not exists (select from documents d where d.id = ${transfers.documentId} and (d.outcome_unknown or d.draft_id is not null))`

/**
 * Returns the SQL condition for the rows that "Slett alle ventende" deletes. Transfers that were or
 * might have been sent are kept, because we must not lose track of a draft in Fiken. Jobs waiting
 * for a collective draft are kept, because a user who clears the list does not mean these jobs.
 */
export const isPendingToDelete = () =>
  and(
    wasNotSent(),
    inArray(transfers.status, [...statusesFor('deleteAllPending')]),
    sql`${WAITS_FOR_SET} is not true`,
  )

/**
 * Returns the SQL expression for the number of jobs on a row's draft, including its own; 0 when the
 * draft is not shared.
 */
export const jobsOnDraft = (companyId: string) =>
  sql<number>`case when ${wasNotSent()} then 0 else (select count(*)::int from transfers part
    join documents d on d.id = part.document_id and d.kind = 'collective'
    where part.user_id = ${companyId} and part.document_id = ${transfers.documentId}) end`

export async function transferOfDraft(
  db: Db,
  companyId: string,
  draftId: string,
): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transferRows)
    .where(and(eq(transfers.companyId, companyId), eq(transferRows.fikenInvoiceDraftId, draftId)))
    .orderBy(desc(transfers.createdAt))
    .limit(1)
  return row ?? null
}

/**
 * Returns the state of each job as of its last fetch, for comparison in the sweep. "" never equals
 * a state and is used for a refused row, because a payment may have been removed, or the settings
 * changed, without an edit of the job. Null means that the transfer is deleted, so the job is not
 * checked.
 */
export async function knownStates(
  db: Db,
  companyId: string,
  jobUuids: readonly string[],
): Promise<Map<string, string | null>> {
  if (jobUuids.length === 0) return new Map()
  const rows = await db
    .select({
      job: transfers.servicem8JobId,
      state: sql<string | null>`case when ${transfers.skipTransfer} then null
        when ${transfers.snapshot} is null or ${transfers.status} = 'pending' and ${transfers.pendingReason} = 'refused' then ''
        else ${storedJobState(sql`(${transfers.snapshot}->'job')`)} end`,
    })
    .from(transfers)
    .where(
      and(eq(transfers.companyId, companyId), inArray(transfers.servicem8JobId, [...jobUuids])),
    )
  return new Map(rows.map((row) => [row.job, row.state]))
}

/** Returns the SQL condition for the company's transfers that are not deleted. */
export const keptOf = (companyId: string) =>
  and(eq(transfers.companyId, companyId), not(transfers.skipTransfer))

/** Returns the SQL condition for transfers that wait for one of the reasons. */
export const waitsFor = (...reasons: PendingReason[]) =>
  and(eq(transfers.status, 'pending'), inArray(transfers.pendingReason, reasons))

/** The columns of a JobSum over the selected transfers (shared/needs/job-sum.ts). */
export const JOB_SUM = sql`count(*)::int as count,
  coalesce(sum(amount) filter (where amount > 0), 0)::float8 as ore,
  (count(*) filter (where amount is null))::int as "withoutAmount",
  (count(*) filter (where amount < 0))::int as negative`

export async function countWaiting(
  db: Db,
  companyId: string,
  reason: PendingReason,
): Promise<number> {
  return db.$count(transfers, and(keptOf(companyId), waitsFor(reason)))
}

export interface JobStatus {
  transferId: string
  status: TransferStatus
  skipped: boolean
  updatedAt: Date
  sharedBy: number
}

export async function statusesOfJobs(
  db: Db,
  companyId: string,
  jobUuids: readonly string[],
): Promise<Map<string, JobStatus>> {
  if (jobUuids.length === 0) return new Map()
  const rows = await rowsOf<{
    job: string
    id: string
    status: TransferStatus
    skipped: boolean
    at: Date | string
    sharedBy: number
  }>(
    db,
    sql`select servicem8_job_id as job, id, status, skip_transfer as skipped, updated_at as at,
          ${jobsOnDraft(companyId)} as "sharedBy"
        from transfers
        where user_id = ${companyId} and servicem8_job_id in (select jsonb_array_elements_text(${JSON.stringify(jobUuids)}::jsonb))`,
  )
  return new Map(
    rows.map(({ job, id, status, skipped, at, sharedBy }) => [
      job,
      { transferId: id, status, skipped, updatedAt: new Date(at), sharedBy },
    ]),
  )
}

/**
 * Returns the jobs of these clients or their sites that have a draft in Fiken and are not known to
 * be invoiced.
 */
export async function draftedFor(
  db: Db,
  companyId: string,
  clientUuids: readonly string[],
): Promise<JobSnapshot[]> {
  const rows = await rowsOf<{ snapshot: JobSnapshot }>(
    db,
    sql`select snapshot from transfer_rows
        where user_id = ${companyId} and status = 'completed' and not skip_transfer
          and fiken_invoice_draft_id is not null and fiken_invoice_id is null and snapshot is not null
          and array[snapshot->'client'->>'uuid', snapshot->'headOffice'->>'uuid']
            && array(select jsonb_array_elements_text(${JSON.stringify(clientUuids)}::jsonb))`,
  )
  return rows.map(({ snapshot }) => snapshot)
}

/**
 * Returns, by billed client, how many transfers wait for a choice of customer, and which has waited
 * longest.
 */
export async function waitingByClient(
  db: Db,
  companyId: string,
): Promise<Map<string, { count: number; first: string }>> {
  const rows = await rowsOf<{ client: string | null; count: number; first: string }>(
    db,
    sql`select ${BILLED_CLIENT} as client,
          count(*)::int as count, (array_agg(id order by created_at, id))[1] as first
        from transfers
        where user_id = ${companyId} and not skip_transfer and status = 'pending' and pending_reason = 'ambiguous_customer'
        group by 1`,
  )
  return new Map(
    rows.flatMap(({ client, count, first }) =>
      client === null ? [] : [[client, { count, first }]],
    ),
  )
}

/**
 * Returns the products on drafts that are or might be in Fiken and are not known to be invoiced:
 * Fiken reduces the stock only when a draft is invoiced.
 */
export async function productsOnDrafts(
  db: Db,
  companyId: string,
  slug: string,
): Promise<ReadonlySet<number>> {
  const rows = await rowsOf<{ product: number }>(
    db,
    sql`select distinct line::text::float8 as product
        from transfer_rows, ${SENT.productIds} as line
        where user_id = ${companyId} and fiken_company_slug = ${slug} and fiken_invoice_id is null
          and (fiken_invoice_draft_id is not null or outcome_unknown)
          and not (${isOfThisDraft} and coalesce(payment_status, 'draft') <> 'draft')
          and jsonb_typeof(line) = 'number'`,
  )
  return new Set(rows.map(({ product }) => product))
}

/**
 * Returns the backlog of all users' queued and running transfers. Transfers in a paused lane count
 * from the lane's next try (decision 0012); transfers of a user without a grant wait for a new
 * connection.
 */
export function backlogOfTransfers(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select case
            when t.status = 'processing' then t.claimed_at
            when c.status = 'connected' then greatest(coalesce(t.next_attempt_at, t.updated_at), c.paused_until)
          end as since
        from transfers t
          join companies co on co.id = t.user_id and co.is_active
          left join connections c on c.user_id = t.user_id and c.vendor = 'fiken'
        where t.status = 'processing' or (t.status = 'queued' and not t.skip_transfer)`,
  )
}
