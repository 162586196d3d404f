import { causeOf, type CauseCode } from '#shared/causes'
import type { IneligibleCode } from './eligibility.ts'
import type { NewTransfer, TransferRow } from './store.ts'

const CAUSES: Record<IneligibleCode, CauseCode> = {
  deleted: 'job_gone',
  not_completed: 'job_reopened',
  no_total: 'empty_job',
  not_approved: 'not_approved',
  paid: 'already_paid',
}

export const causeOfIneligible = (code: IneligibleCode): CauseCode => CAUSES[code]

/** A row whose job is paid or not approved: it waits for the job to change, or for a person to overrule it. */
export function refusedAs(code: IneligibleCode) {
  const cause = causeOfIneligible(code)
  return {
    status: 'pending',
    pendingReason: 'refused',
    errorCode: cause,
    errorMessage: causeOf(cause).explanation,
    nextAttemptAt: null,
  } satisfies Partial<NewTransfer>
}

export const isRefused = (row: Pick<TransferRow, 'status' | 'pendingReason'>): boolean =>
  row.status === 'pending' && row.pendingReason === 'refused'

/** A draft of it lies in Fiken, or may: Fiken is asked before anything is said of the row. */
export const wasSent = (row: Pick<TransferRow, 'outcomeUnknown' | 'fikenInvoiceDraftId'>): boolean =>
  row.outcomeUnknown || row.fikenInvoiceDraftId !== null
