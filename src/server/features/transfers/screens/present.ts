import { causeOf } from '#shared/causes/index'
import { isDepositCredited, isOfFormerRule } from '#shared/credit'
import type { TimelineEntry, Transfer } from '#shared/contracts/transfers/row'
import { needOf } from '#shared/needs/need'
import { isKnownPayment, shownPayment } from '#shared/payment-status'
import type { StoredJob } from '#shared/transfer-display'
import { shareOf } from '../../drafts/collective/shares.ts'
import type { JobShare } from '../../drafts/sent-draft.ts'
import type { transferEvents } from '../tables.ts'
import type { CollectiveByRow } from './collective-store.ts'
import type { ListedTransfer } from './list-store.ts'

/**
 * Returns a transfer as the screens show it, without snapshot, claim and other internal data.
 * `today` (yyyy-mm-dd, in Oslo) decides which invoices are overdue. With `fikenIsDead`, queued rows
 * are shown as waiting for a new grant, even untried ones. `collective` comes from collectiveOf(),
 * keyed by row id.
 */
export function presentTransfer(
  row: ListedTransfer,
  {
    today,
    fikenIsDead,
    collective,
  }: { today: string; fikenIsDead: boolean; collective: CollectiveByRow },
): Transfer {
  const waitsForGrant = fikenIsDead && row.status === 'queued' && row.errorCode === null
  const { share } = row
  return {
    id: row.id,
    status: row.status,
    pendingReason: row.pendingReason,
    servicem8JobId: row.servicem8JobId,
    servicem8Data: row.servicem8Data ? presentJob(row.servicem8Data) : null,
    customerName: row.customerName,
    amount: row.amount,
    netAmount: row.netAmount,
    lineItemsCount: row.lineItemsCount,
    poNumber: row.poNumber,
    fikenInvoiceDraftId: row.fikenInvoiceDraftId,
    fikenDraftUuid: row.fikenDraftUuid,
    fikenCompanySlug: row.fikenCompanySlug,
    fikenInvoiceNumber: row.fikenInvoiceNumber,
    payment: presentPayment(row, share, today),
    ...presentNeed(row),
    ...(draftIsGone(row) ? { draftIsGone: true } : {}),
    credit: presentCredit(row, share),
    ...presentReplaced(row),
    ...presentDeposit(row),
    collective: collective.get(row.id) ?? null,
    errorMessage: waitsForGrant ? causeOf('fiken_grant_dead').explanation : row.errorMessage,
    errorCode: waitsForGrant ? 'fiken_grant_dead' : row.errorCode,
    retryCount: row.retryCount,
    isProcessing: row.status === 'processing',
    stage: row.stage,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    skipTransfer: row.skipTransfer,
    attachmentsNote: row.status === 'completed' ? row.attachmentsNote : null,
    jobCompletedAt: row.jobCompletedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/**
 * Returns the time at which the current draft's payment was checked; falsy when only a former draft
 * was looked up.
 */
const askedAbout = ({ paymentCheckedAt, completedAt }: ListedTransfer) =>
  paymentCheckedAt && (!completedAt || paymentCheckedAt >= completedAt) ? paymentCheckedAt : null

function presentNeed(row: ListedTransfer): Pick<Transfer, 'need'> {
  const { status, pendingReason, skipTransfer } = row
  const found = { draftIsGone: draftIsGone(row), ...presentDeposit(row) }
  const need = needOf({ status, pendingReason, skipTransfer, ...found })
  return need ? { need } : {}
}

/** As Fiken last reported for this draft (decision 0021). */
export const draftIsGone = (row: ListedTransfer): boolean =>
  row.status === 'completed' &&
  !row.skipTransfer &&
  row.paymentStatus === 'gone' &&
  Boolean(askedAbout(row))

/** Returns the credit of a transfer; for a draft of several jobs, the job's share. */
function presentCredit(row: ListedTransfer, share: JobShare | null): Transfer['credit'] {
  const { status, skipTransfer, credit } = row
  if (status !== 'completed' || skipTransfer || !credit || !askedAbout(row)) return null
  const notes = credit.notes.map(({ number, date, gross }) => ({
    number,
    date,
    gross: shareOf(gross, share),
  }))
  if (!isOfFormerRule(credit)) {
    const { inFull, doubt } = credit
    return { inFull, notes, ...(doubt ? { doubt } : {}) }
  }
  // Until the invoice has been read again, only its credit notes count here too.
  const sum = notes.reduce((all, { gross }) => all + gross, 0)
  const inFull = credit.inFull && row.amount !== null && sum >= row.amount
  return { inFull, notes, ...(credit.inFull && !inFull ? { doubt: 'notes' } : {}) }
}

function presentDeposit(row: ListedTransfer): Pick<Transfer, 'depositCredit'> {
  const { status, skipTransfer, deposit, depositCredit, paymentStatus } = row
  const isThere = status === 'completed' && !skipTransfer && paymentStatus !== 'gone'
  if (!isThere || !depositCredit || !isDepositCredited(depositCredit)) return {}
  if (paymentStatus === 'credited') return {}
  const { invoiceId, ids = [], sum, inFull, doubt } = depositCredit
  return {
    depositCredit: {
      ids,
      sum,
      inFull,
      isDropped: deposit?.invoiceId !== invoiceId,
      ...(doubt ? { doubt } : {}),
    },
  }
}

/** Returns the replaced invoice if it is credited only in part; {} otherwise. */
function presentReplaced({ skipTransfer, replaces }: ListedTransfer): Pick<Transfer, 'standsFor'> {
  if (skipTransfer || !replaces?.credited || replaces.credited.inFull) return {}
  const { invoiceNumber, credited } = replaces
  return { standsFor: { invoiceNumber, credited: credited.sum, gross: credited.gross } }
}

/**
 * Returns the payment as Fiken last reported it for this draft, or before that as it follows from
 * our own data. For a draft of several jobs, each job gets its share of the paid amount. The list's
 * filter uses the same rule.
 */
function presentPayment(
  row: ListedTransfer,
  share: JobShare | null,
  today: string,
): Transfer['payment'] {
  if (row.status !== 'completed' || row.skipTransfer) return null
  const asked = askedAbout(row)
  if (!asked || !isKnownPayment(row.paymentStatus)) {
    const status = row.fikenInvoiceNumber === null ? 'draft' : 'invoiced'
    return { status, dueDate: null, paidAmount: null, checkedAt: null, toldAt: null }
  }
  // Another action, for example "Angre", may have found the invoice since.
  const known =
    row.paymentStatus === 'draft' && row.fikenInvoiceNumber !== null
      ? 'invoiced'
      : row.paymentStatus
  const status = shownPayment(known, row.paymentDueDate, today)
  const { paymentDueDate: dueDate, paidAmount, writtenBackAt } = row
  return (
    status && {
      status,
      dueDate,
      paidAmount: paidAmount === null ? null : shareOf(paidAmount, share),
      checkedAt: asked.toISOString(),
      toldAt: writtenBackAt?.toISOString() ?? null,
    }
  )
}

function presentJob(job: StoredJob): Transfer['servicem8Data'] {
  const contact = job.billing_contact
  return {
    billing_contact: contact
      ? {
          company_name: contact.company_name ?? '',
          contact_name: contact.contact_name ?? '',
          email: contact.email ?? '',
          phone: contact.phone ?? '',
          address: contact.address ?? '',
        }
      : null,
    customer_name: job.customer_name ?? '',
    billing_address: job.billing_address ?? '',
    job_address: job.job_address ?? '',
    generated_job_id: job.generated_job_id ?? '',
    job_number: job.job_number ?? '',
    job_description: job.job_description ?? '',
    line_items: job.line_items ?? [],
  }
}

export function presentEvent(
  row: typeof transferEvents.$inferSelect,
  actor: TimelineEntry['actor'],
): TimelineEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    step: row.step,
    text: row.text,
    ok: row.ok,
    vendor: row.vendor,
    method: row.method,
    path: row.path,
    status: row.status,
    requestId: row.requestId,
    durationMs: row.durationMs,
    actor,
  }
}
