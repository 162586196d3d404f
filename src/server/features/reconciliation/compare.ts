import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { ReconciledDocument, ReconciliationRow } from '#shared/contracts/reconciliation'
import type { DiscrepancyKind } from '#shared/discrepancies'
import { isBeingUndone } from '#shared/transfer-status'
import type { SkipCode } from '../service-jobs/eligibility.ts'
import type { LedgerTransfer } from '../transfers/ledger-queries.ts'
import { byReferenceOf, find, type Found, type Known, type NumberedJob } from './find-documents.ts'
import type { LedgerDocument } from './ledger.ts'

/** A job as ServiceM8's list has it. */
export interface ListedJob extends NumberedJob {
  customer: string
  /** Completed, and not deleted. */
  completed: boolean
  /** ISO; when it was edited, for one that is completed without a date. */
  completedAt: string
  editedAt: string
  /** Why it is not for us to transfer, if so. */
  skip: SkipCode | null
}

export interface Comparison extends Omit<Known, 'byReference'> {
  /** Instants, ISO: from, and before. */
  from: string
  to: string
  now: Date
  jobs: readonly ListedJob[]
  transfers: readonly LedgerTransfer[]
  /**
   * Transfers that something happened to while the lists were read: what the lists say of them may
   * be of before.
   */
  touched: ReadonlySet<string>
  /** When the user's transfers last got anywhere; a long queue that moves is no stuck one. */
  lastMove: Date | null
  /** Former companies that Fiken does not let us look into any more. */
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

/** What is expected to happen automatically within this. */
const PATIENCE_MS = 30 * 60_000

/**
 * Every completed job of the month against its transfer and against what is in Fiken, and every
 * transfer whose job is not completed any more: one row each, of one kind.
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

/** Fiken's lists may still show the draft that was deleted. */
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

/** One document is there, but the transfer (or its absence) does not explain it. */
function ofUnsettled(
  transfer: LedgerTransfer | null,
  { byHand, own }: Found,
  only: LedgerDocument,
): Verdict {
  const documents = [only]
  // A person who has deleted the transfer has answered.
  if (byHand.includes(only)) return { kind: transfer?.skipped ? 'in_fiken' : 'by_hand', documents }
  if (transfer?.status === 'processing') return { kind: 'underway', documents }
  // What it knows of, it has stopped with, and says why; what it does not, it adopts when it is
  // tried again.
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
  // A deleted transfer must be brought back before anything is done with it.
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
  // Credited and made again by a person, or what we would have made is not what the transfer knows.
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
 * The job has another total than the one that was transferred; of a transfer that did not keep it,
 * than what was made of it.
 */
function jobHasChanged(job: ListedJob, transfer: LedgerTransfer): boolean {
  if (job.total === null) return false
  if (transfer.theirTotal !== null) return job.total !== transfer.theirTotal
  return transfer.gross !== null && !near(transfer.gross, job, transfer)
}

/**
 * Whole øre on each line may move a total by as many øre as there are lines; what a person left out,
 * and a deposit that was taken off, is not in it.
 */
function near(gross: number, job: ListedJob, transfer: LedgerTransfer): boolean {
  return (
    job.total !== null &&
    Math.abs(gross - (job.total - transfer.leftOutGross - transfer.depositGross)) <=
      Math.max(1, transfer.lineCount)
  )
}

/** Nothing of it is in Fiken. */
function ofOpen(input: Comparison, job: ListedJob, transfer: LedgerTransfer): Verdict {
  const { errorCode: code, errorMessage: message } = transfer
  if (transfer.status === 'failed')
    return code === 'draft_deleted'
      ? { kind: 'draft_deleted', code }
      : { kind: 'failed', code, message }
  if (transfer.status === 'pending' && transfer.pendingReason === 'refused') {
    // Left out, as its job would be without a transfer, unless the job has become one to invoice
    // since.
    return job.skip === 'paid' || job.skip === 'not_approved'
      ? { kind: job.skip }
      : { kind: 'waiting', code, message }
  }
  if (transfer.status === 'pending' && transfer.pendingReason === 'collective')
    return { kind: 'gathered' }
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

/** No transfer, and nothing in Fiken. */
function ofUnknown(input: Comparison, job: ListedJob): Verdict {
  const kinds: Partial<Record<SkipCode, DiscrepancyKind>> = {
    no_total: 'no_total',
    not_approved: 'not_approved',
    paid: 'paid',
    history: 'before_start',
  }
  const kind = job.skip && kinds[job.skip]
  if (kind) return { kind }
  // Just completed: its ping may be on its way, and is looked at within minutes.
  const fresh = input.now.getTime() - Date.parse(job.editedAt) < FRESH_MS
  return { kind: fresh ? 'underway' : 'missed' }
}

const FRESH_MS = 5 * 60_000

/**
 * The job is no longer completed, or cannot be read. Only what is in Fiken for it is worth a row.
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

/** Where the draft that took a deposit off, or the invoice of it, is what Fiken asks for. */
function depositOf(
  transfer: LedgerTransfer | null,
  kind: DiscrepancyKind,
  [first]: readonly LedgerDocument[],
): Pick<ReconciliationRow, 'deposit'> {
  if (!transfer || transfer.depositGross === 0 || !first || kind === 'credited') return {}
  const isOwn = first.uuid.toLowerCase() === transfer.draftUuid?.toLowerCase()
  // What of it is credited, nobody has asked for.
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
