import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { ReconciledDocument, ReconciliationRow } from '#shared/contracts/reconciliation'
import type { DiscrepancyKind } from '#shared/discrepancies'
import { isBeingUndone } from '#shared/transfer-status'
import type { SkipCode } from '../service-jobs/eligibility.ts'
import type { LedgerTransfer } from '../transfers/ledger-queries.ts'
import { byReferenceOf, find, type Found, type Known, type NumberedJob } from './find-documents.ts'
import type { LedgerDocument } from './ledger.ts'

export interface ListedJob extends NumberedJob {
  customer: string
  completed: boolean
  /**
   * The time of completion in ISO 8601; the time of the last edit if the job was completed without
   * a date.
   */
  completedAt: string
  editedAt: string
  skip: SkipCode | null
}

export interface Comparison extends Omit<Known, 'byReference'> {
  /** The period's limits in ISO 8601: `from` is inclusive, `to` exclusive. */
  from: string
  to: string
  now: Date
  jobs: readonly ListedJob[]
  transfers: readonly LedgerTransfer[]
  /**
   * The ids of transfers that changed while the lists were read, so that the lists might show an
   * earlier state.
   */
  touched: ReadonlySet<string>
  /**
   * The last time that any of the company's transfers progressed. A transfer in a long queue is not
   * stuck while the queue progresses.
   */
  lastMove: Date | null
  unread: ReadonlySet<string>
}

type Month = Comparison & Known

function allOwners({ owners, transfers }: Comparison): Known['owners'] {
  const all = new Map([...owners].map(([uuid, jobs]) => [uuid, [...jobs]]))
  for (const { draftUuid, jobUuid } of transfers) {
    if (!draftUuid) continue
    const uuid = draftUuid.toLowerCase()
    const jobs = all.get(uuid) ?? []
    if (!jobs.includes(jobUuid)) all.set(uuid, [...jobs, jobUuid])
  }
  return all
}

const PATIENCE_MS = 30 * 60_000

/**
 * Compares every completed job of the month, and every transfer whose job is no longer completed,
 * with the documents in Fiken. Returns at most one row per job; each row has exactly one kind.
 */
export function compare(input: Comparison): ReconciliationRow[] {
  const transferOf = new Map(input.transfers.map((transfer) => [transfer.jobUuid, transfer]))
  const jobOf = new Map(input.jobs.map((job) => [job.uuid, job]))
  const month = { ...input, byReference: byReferenceOf(input.jobs), owners: allOwners(input) }
  const inMonth = (instant: string) => instant >= input.from && instant < input.to
  const rows: ReconciliationRow[] = []
  for (const job of jobOf.values()) {
    if (job.completed && inMonth(job.completedAt))
      rows.push(judge(month, job, transferOf.get(job.uuid) ?? null))
  }
  for (const transfer of input.transfers) {
    const job = jobOf.get(transfer.jobUuid)
    if (job?.completed || !inMonth((transfer.jobCompletedAt ?? transfer.createdAt).toISOString()))
      continue
    const row = judgeReopened(month, job ?? null, transfer)
    if (row) rows.push(row)
  }
  return rows
}

type Verdict = Pick<ReconciliationRow, 'kind'> &
  Partial<Pick<ReconciliationRow, 'code' | 'message'>> & { documents?: readonly LedgerDocument[] }

function judge(input: Month, job: ListedJob, transfer: LedgerTransfer | null): ReconciliationRow {
  const found = find(input, job, transfer)
  const verdict = verdictOf(input, job, transfer, found)
  const hasty: readonly DiscrepancyKind[] = [
    'draft_deleted',
    'unlinked',
    'by_hand',
    'double',
    'stuck',
  ]
  const isMoving = transfer && (input.touched.has(transfer.id) || isJustUndone(input, transfer))
  const settled: Verdict =
    isMoving && hasty.includes(verdict.kind) ? { ...verdict, kind: 'underway' } : verdict
  return rowOf(job, transfer, settled)
}

/** Returns true shortly after an undo, when Fiken's lists can still contain the deleted draft. */
const isJustUndone = ({ now }: Comparison, { pendingReason, updatedAt }: LedgerTransfer) =>
  pendingReason === 'undone' && now.getTime() - updatedAt.getTime() < LONGEST_LAG_MS

function verdictOf(
  input: Comparison,
  job: ListedJob,
  transfer: LedgerTransfer | null,
  found: Found,
): Verdict {
  const all = [...(found.own ? [found.own] : []), ...found.ours, ...found.byHand]
  const valid = all.filter((document) => !document.credited)
  if (valid.length > 1) return { kind: 'double', documents: valid }
  const [only] = valid
  if (transfer && transfer.status === 'completed' && !transfer.skipped)
    return ofCompleted(input, job, transfer, found, only, all)
  if (transfer && isBeingUndone(transfer)) return { kind: 'underway', documents: valid }
  if (only) return ofUnsettled(transfer, found, only)
  if (all.length > 0) return { kind: 'credited', documents: all }
  if (transfer?.skipped) return { kind: 'skipped' }
  if (job.total === 0) return { kind: 'no_total' }
  return transfer ? ofOpen(input, job, transfer) : ofUnknown(input, job)
}

/**
 * Classifies a job that has one document in Fiken and whose transfer is missing, deleted or not
 * completed.
 */
function ofUnsettled(
  transfer: LedgerTransfer | null,
  { byHand, own }: Found,
  only: LedgerDocument,
): Verdict {
  const documents = [only]
  // By deleting the transfer, the user has already decided about the job.
  if (byHand.includes(only)) return { kind: transfer?.skipped ? 'in_fiken' : 'by_hand', documents }
  if (transfer?.status === 'processing') return { kind: 'underway', documents }
  // If a failed transfer knows the document, the transfer shows why it failed; otherwise retrying
  // the transfer adopts the document.
  const stopped =
    transfer?.status === 'failed' ||
    (transfer?.status === 'pending' && transfer.pendingReason === 'refused')
  if (stopped && !transfer.skipped && own === only && transfer.draftId !== null) {
    return {
      kind: 'unconfirmed',
      code: transfer.errorCode,
      message: transfer.errorMessage,
      documents,
    }
  }
  if (transfer?.status === 'queued' && !transfer.skipped && own === only)
    return { kind: 'underway', documents }
  // A deleted transfer must be restored before any other action.
  return { kind: 'unlinked', code: transfer?.skipped ? 'skipped' : null, documents }
}

function ofCompleted(
  input: Comparison,
  job: ListedJob,
  transfer: LedgerTransfer,
  { own, ours }: Found,
  only: LedgerDocument | undefined,
  all: readonly LedgerDocument[],
): Verdict {
  if (!only && all.length > 0) return { kind: 'credited', documents: all }
  if (!only)
    return { kind: input.unread.has(transfer.slug ?? '') ? 'out_of_reach' : 'draft_deleted' }
  const documents = [only]
  // The transfer's own document was credited and replaced manually, or the document is ours but
  // unknown to the transfer.
  if (only !== own)
    return { kind: own?.credited || ours.includes(only) ? 'in_fiken' : 'by_hand', documents }
  if (transfer.slug !== input.slug) return { kind: 'other_company', documents }
  const changed = jobHasChanged(job, transfer)
  const asMade = only.gross === transfer.gross
  if (only.type === 'invoice') {
    if (changed && !near(only.gross, job, transfer))
      return { kind: 'job_changed_invoiced', documents }
    if (only === own && transfer.depositCredited > 0) return { kind: 'deposit_credited', documents }
    return { kind: changed || asMade ? 'in_fiken' : 'invoiced_otherwise', documents }
  }
  if (changed && asMade) return { kind: 'job_changed', documents }
  if (!asMade && !(changed && near(only.gross, job, transfer)))
    return { kind: 'amount_changed', documents }
  if (
    only.customerId !== null &&
    transfer.customerId !== null &&
    String(only.customerId) !== transfer.customerId
  ) {
    return { kind: 'recipient_changed', documents }
  }
  if (transfer.depositCredited > 0) return { kind: 'deposit_credited', documents }
  return { kind: 'in_fiken', documents }
}

/**
 * Returns true if the job's total differs from the transferred total, or from the document's total
 * if the transferred total is not stored.
 */
function jobHasChanged(job: ListedJob, transfer: LedgerTransfer): boolean {
  if (job.total === null) return false
  if (transfer.theirTotal !== null) return job.total !== transfer.theirTotal
  return transfer.gross !== null && !near(transfer.gross, job, transfer)
}

/**
 * Returns true if the amounts agree up to rounding, which can change a total by one øre per line.
 * The amounts of lines that the user excluded and of a deducted deposit are subtracted.
 */
function near(gross: number, job: ListedJob, transfer: LedgerTransfer): boolean {
  return (
    job.total !== null &&
    Math.abs(gross - (job.total - transfer.leftOutGross - transfer.depositGross)) <=
      Math.max(1, transfer.lineCount)
  )
}

function ofOpen(input: Comparison, job: ListedJob, transfer: LedgerTransfer): Verdict {
  const { errorCode: code, errorMessage: message } = transfer
  if (transfer.status === 'failed')
    return code === 'draft_deleted'
      ? { kind: 'draft_deleted', code }
      : { kind: 'failed', code, message }
  if (transfer.status === 'pending' && transfer.pendingReason === 'refused') {
    // Such a job counts as left out, like a job without a transfer, unless it has become billable
    // since.
    return job.skip === 'paid' || job.skip === 'not_approved'
      ? { kind: job.skip }
      : { kind: 'waiting', code, message }
  }
  if (transfer.status === 'pending' && transfer.pendingReason === 'collective')
    return { kind: 'collective' }
  if (transfer.status === 'pending')
    return { kind: 'waiting', code: transfer.pendingReason, message }
  const now = input.now.getTime()
  const since = Math.max(
    transfer.updatedAt.getTime(),
    input.lastMove?.getTime() ?? 0,
    transfer.nextAttemptAt?.getTime() ?? 0,
  )
  return now - since > PATIENCE_MS
    ? { kind: 'stuck', code, message }
    : { kind: 'underway', code, message }
}

function ofUnknown(input: Comparison, job: ListedJob): Verdict {
  const kinds: Partial<Record<SkipCode, DiscrepancyKind>> = {
    no_total: 'no_total',
    not_approved: 'not_approved',
    paid: 'paid',
    history: 'before_start',
  }
  const kind = job.skip && kinds[job.skip]
  if (kind) return { kind }
  // The job was completed just now; its webhook might still be on its way, and is handled within
  // minutes.
  const fresh = input.now.getTime() - Date.parse(job.editedAt) < FRESH_MS
  return { kind: fresh ? 'underway' : 'missed' }
}

const FRESH_MS = 5 * 60_000

/**
 * Classifies a transfer whose job is reopened or unreadable. Returns a row only if the transfer
 * has documents in Fiken.
 */
function judgeReopened(
  input: Month,
  job: ListedJob | null,
  transfer: LedgerTransfer,
): ReconciliationRow | null {
  if (isBeingUndone(transfer)) return null
  const known = job ?? {
    uuid: transfer.jobUuid,
    number: transfer.jobNumber,
    customer: transfer.customerName ?? '',
    completedAt: (transfer.jobCompletedAt ?? transfer.createdAt).toISOString(),
    total: null,
  }
  const { own, ours } = find(input, known, transfer)
  const documents = [...(own ? [own] : []), ...ours].filter((document) => !document.credited)
  const [first] = documents
  if (!first || input.touched.has(transfer.id)) return null
  const kind = documents.some(({ type }) => type === 'invoice') ? 'reopened_invoiced' : 'reopened'
  const completedAt = transfer.jobCompletedAt?.toISOString() ?? known.completedAt
  return rowOf({ ...known, completedAt, total: null }, transfer, {
    kind,
    code: job ? 'job_reopened' : 'job_gone',
    documents,
  })
}

function rowOf(
  job: Pick<ListedJob, 'uuid' | 'number' | 'customer' | 'completedAt' | 'total'>,
  transfer: LedgerTransfer | null,
  { kind, code = null, message = null, documents = [] }: Verdict,
): ReconciliationRow {
  return {
    jobUuid: job.uuid,
    jobNumber: job.number || job.uuid.slice(-8),
    customer: transfer?.customerName ?? job.customer,
    kind,
    code,
    message,
    completedAt: job.completedAt,
    total: job.total,
    transferId: transfer?.id ?? null,
    documents: documents.map(shown),
    ...depositOf(transfer, kind, documents),
  }
}

function depositOf(
  transfer: LedgerTransfer | null,
  kind: DiscrepancyKind,
  [first]: readonly LedgerDocument[],
): Pick<ReconciliationRow, 'deposit'> {
  if (!transfer || transfer.depositGross === 0 || !first || kind === 'credited') return {}
  const isOwn = first.uuid.toLowerCase() === transfer.draftUuid?.toLowerCase()
  // The credited part of the deposit is no longer invoiced.
  return isOwn ? { deposit: transfer.depositGross - transfer.depositCredited } : {}
}

function shown({
  type,
  slug,
  uuid,
  draftId,
  invoiceNumber,
  saleId,
  gross,
}: LedgerDocument): ReconciledDocument {
  return { type, slug, uuid, draftId, invoiceNumber, saleId, gross }
}
