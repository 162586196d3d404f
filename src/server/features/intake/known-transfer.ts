import { causeOf } from '#shared/causes/index'
import type { Eligibility, Ineligible, IneligibleCode } from '../service-jobs/eligibility.ts'
import { standing } from '../transfers/outcome.ts'
import { wasSent } from '../transfers/queries.ts'
import { startsByItself } from '../transfers/waiting/waits.ts'
import { causeOfIneligible, isRefused, refusedFor } from '../transfers/refused.ts'
import type { TransferRow } from '../transfers/tables.ts'

export interface Verdicts {
  again: Eligibility
  /** The verdict on a row that waits for the user to start it; null for any other row. */
  shown: Eligibility | null
  isActive: boolean
  /**
   * True when another job on the draft is refused for the same cause, so that the draft keeps
   * waiting.
   */
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
 * Decides how a check changes a row that is not completed; null when only the job's stored data
 * changes.
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
  if (known.status === 'failed') return retryAfterChange(known, changed, isActive)
  const isReady = known.status === 'pending' && startsByItself(known)
  return isReady ? buildAgain(changed, isActive) : null
}

/**
 * Returns the failure of a job that can no longer be invoiced. A job that may have been sent
 * continues, because its run looks it up in Fiken first.
 */
function stopped(known: KnownRow, code: IneligibleCode): RowChange | null {
  if (known.outcomeUnknown || (known.status === 'queued' && wasSent(known))) return null
  const cause = causeOfIneligible(code)
  if (known.status === 'failed' && known.errorCode === cause) return null
  return { text: causeOf(cause).title, set: standing({ kind: 'failed', cause }) }
}

/**
 * Refuses a job that is queued or waits for a collective draft. A job that was sent continues,
 * because its run looks it up in Fiken first. A job that waits for the user is decided when it is
 * started.
 */
function refused(known: KnownRow, against: Ineligible, { shown }: Verdicts): RowChange | null {
  const stops = shown !== null || isRefused(known) || (startsByItself(known) && !wasSent(known))
  const cause = causeOfIneligible(against.code)
  if (!stops || (isRefused(known) && known.errorCode === cause))
    return shown && { text: '', set: { needsFetch: true } }
  // Once the job may be invoiced again, it waits as if it had never been refused.
  return {
    text: causeOf(cause).title,
    set: { ...standing(refusedFor(against)), needsFetch: shown !== null },
  }
}

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
 * Returns the change that rebuilds a changed job waiting for a collective draft, because its
 * content or customer might be outdated. The job is requeued or, while the integration is off,
 * waits for the integration.
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

function retryAfterChange(known: KnownRow, changed: boolean, isActive: boolean): RowChange | null {
  if (!isActive) return null
  const again =
    known.errorCode === 'job_reopened' || (changed && causeOf(known.errorCode).kind === 'data')
  return again ? { text: RETRIED, set: { ...QUEUED, askedWhileOff: false } } : null
}
