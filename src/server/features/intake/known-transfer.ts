import { causeOf } from '#shared/causes/index'
import type { Eligibility, Ineligible, IneligibleCode } from '../service-jobs/eligibility.ts'
import { standing } from '../transfers/outcome.ts'
import { wasSent } from '../transfers/queries.ts'
import { waitsForSet } from '../transfers/waiting/waits.ts'
import { causeOfIneligible, isRefused, refusedFor } from '../transfers/refused.ts'
import type { TransferRow } from '../transfers/tables.ts'

export interface Verdicts {
  /** The verdict if the user started the row. */
  again: Eligibility
  /** The verdict on a row that was fetched and is not started yet; null for others. */
  shown: Eligibility | null
  isActive: boolean
  /** True when another job on the same draft is refused for the same cause, so that the draft waits on. */
  otherRefused: boolean
}

export type KnownRow = Pick<
  TransferRow,
  'status' | 'pendingReason' | 'errorCode' | 'outcomeUnknown' | 'fikenInvoiceDraftId'
>

export interface RowChange {
  text: string
  set?: Partial<TransferRow>
}

/**
 * Decides what becomes of a row that is not completed, after a look at its job in ServiceM8. Null: only
 * what the row says about the job changes.
 */
export function changeAfterLook(
  known: KnownRow,
  verdicts: Verdicts,
  changed: boolean,
): RowChange | null {
  const { again, isActive } = verdicts
  if (again.kind === 'skip') return again.code === 'history' ? null : stopped(known, again.code)
  if (again.kind === 'refuse') return refused(known, again.ineligible, verdicts)
  if (verdicts.otherRefused) return null
  if (isRefused(known)) return released(verdicts)
  return waitsForSet(known)
    ? buildAgain(changed, isActive)
    : retryAfterChange(known, changed, isActive)
}

/**
 * Stops a job that may no longer become an invoice. One that may have been sent goes on: the lane looks
 * it up first.
 */
function stopped(known: KnownRow, code: IneligibleCode): RowChange | null {
  if (known.outcomeUnknown || (known.status === 'queued' && wasSent(known))) return null
  const cause = causeOfIneligible(code)
  if (known.status === 'failed' && known.errorCode === cause) return null
  return { text: causeOf(cause).title, set: standing({ kind: 'failed', cause }) }
}

/**
 * Refuses a job that is paid or not approved, if it is queued or waits for a collective draft. One that
 * was sent goes on: the lane asks Fiken first. One that waits for the user is judged when it is started.
 */
function refused(known: KnownRow, against: Ineligible, { shown }: Verdicts): RowChange | null {
  const stops =
    shown !== null ||
    isRefused(known) ||
    waitsForSet(known) ||
    (known.status === 'queued' && !wasSent(known))
  const cause = causeOfIneligible(against.code)
  if (!stops || (isRefused(known) && known.errorCode === cause))
    return shown && { text: '', set: { needsFetch: true } }
  // Still not started: when the job may be invoiced again, it waits as it would
  // have from the beginning.
  return {
    text: causeOf(cause).title,
    set: { ...standing(refusedFor(against)), needsFetch: shown !== null },
  }
}

/** Lets a job that is no longer paid, or is approved by now, go on as far as the settings allow. */
function released({ again, shown, isActive }: Verdicts): RowChange {
  const reason =
    shown?.kind === 'pending'
      ? shown.reason
      : again.kind === 'pending'
        ? again.reason
        : isActive
          ? null
          : 'inactive'
  if (reason === null) return { text: RETRIED, set: { ...QUEUED, askedWhileOff: false } }
  return {
    text: 'Jobben kan faktureres igjen',
    set: standing({ kind: 'waiting', reason }),
  }
}

const RETRIED = 'Jobben er endret i ServiceM8 og prøves på nytt'
export const QUEUED = standing({ kind: 'queued' })

/**
 * Builds a changed job anew that waits for a collective draft, once the integration is on: it may no
 * longer be right, or may be another customer's.
 */
function buildAgain(changed: boolean, isActive: boolean): RowChange | null {
  if (!changed) return null
  return isActive
    ? { text: 'Jobben er endret i ServiceM8 og bygges på nytt', set: QUEUED }
    : {
        text: 'Jobben er endret i ServiceM8',
        set: standing({ kind: 'waiting', reason: 'inactive' }),
      }
}

/**
 * Retries a failure caused by the job when the job has changed, and a reopened job when it is completed
 * again.
 */
function retryAfterChange(known: KnownRow, changed: boolean, isActive: boolean): RowChange | null {
  if (known.status !== 'failed' || !isActive) return null
  const again =
    known.errorCode === 'job_reopened' || (changed && causeOf(known.errorCode).kind === 'data')
  return again ? { text: RETRIED, set: { ...QUEUED, askedWhileOff: false } } : null
}
