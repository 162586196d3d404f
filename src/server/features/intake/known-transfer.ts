import { causeOf } from '#shared/causes/index'
import type { Eligibility, Ineligible, IneligibleCode } from '../service-jobs/eligibility.ts'
import { standing } from '../transfers/outcome.ts'
import { wasSent } from '../transfers/queries.ts'
import { waitsForSet } from '../transfers/waiting/waits.ts'
import { causeOfIneligible, isRefused, refusedFor } from '../transfers/refused.ts'
import type { TransferRow } from '../transfers/tables.ts'

/** What becomes of a row that is not completed, after a look at its job in ServiceM8. */

export interface Verdicts {
  /** What a person who starts the row would be told. */
  again: Eligibility
  /** Of a row that is not started yet: as when it is fetched. */
  shown: Eligibility | null
  isActive: boolean
  /** What its draft waits for holds for another of the draft's jobs too, so it waits on. */
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

/** Null: nothing but what the row says of the job. */
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
 * The job may no longer become an invoice. What may already have been sent is settled first, by its
 * look-up in the lane.
 */
function stopped(known: KnownRow, code: IneligibleCode): RowChange | null {
  if (known.outcomeUnknown || (known.status === 'queued' && wasSent(known))) return null
  const cause = causeOfIneligible(code)
  if (known.status === 'failed' && known.errorCode === cause) return null
  return { text: causeOf(cause).title, set: standing({ kind: 'failed', cause }) }
}

/**
 * The job is paid, or not approved. What is in the queue, or waits for a draft with others, stops,
 * unless it was sent: then the lane asks Fiken first. What waits for a person is judged when the person starts it.
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

/**
 * The job is not paid any more, or approved by now: the row goes on as far as the settings let it.
 */
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
 * What waits for a draft with others is right and ready: one that has changed shows that anew, once the
 * integration is on. It may be another customer's by now.
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
 * A failure caused by the job is tried again when the job has changed; a reopened job when it is
 * completed again.
 */
function retryAfterChange(known: KnownRow, changed: boolean, isActive: boolean): RowChange | null {
  if (known.status !== 'failed' || !isActive) return null
  const again =
    known.errorCode === 'job_reopened' || (changed && causeOf(known.errorCode).kind === 'data')
  return again ? { text: RETRIED, set: { ...QUEUED, askedWhileOff: false } } : null
}
