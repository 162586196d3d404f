import { causeOf, type CauseCode } from '#shared/causes/index'
import type { PendingReason } from '#shared/transfer-status'
import type { NewTransfer } from './tables.ts'

export type Outcome =
  | { kind: 'completed' }
  | { kind: 'waiting'; reason: PendingReason; cause?: CauseCode; message?: string }
  /** The transfer is queued from the beginning, with the data of earlier attempts cleared. */
  | { kind: 'queued' }
  /** The transfer is retried at the given time, for its former purpose: a transfer or an undo. */
  | { kind: 'again'; at: Date | null; cause: CauseCode; message?: string; attempts: number }
  /** The transfer is requeued as if not claimed; `attempts` is the count to store. */
  | { kind: 'released'; attempts: number }
  | { kind: 'undoing' }
  | { kind: 'failed'; cause: CauseCode; message?: string }

export type Standing = Pick<NewTransfer, 'status'> &
  Partial<
    Pick<
      NewTransfer,
      | 'stage'
      | 'pendingReason'
      | 'errorCode'
      | 'errorMessage'
      | 'attempts'
      | 'nextAttemptAt'
      | 'startedByWebhook'
      | 'collectiveRun'
    >
  >

/**
 * Returns all columns that describe a transfer's state, so that no old values remain, except for
 * `again` and `released`, where the run continues later for the same purpose. The draft's ids and
 * amounts are not included.
 */
export function standing(outcome: Outcome): Standing {
  switch (outcome.kind) {
    case 'completed':
      return { ...SETTLED, status: 'completed', stage: 'done' }
    case 'waiting': {
      const { reason, cause, message } = outcome
      const { collectiveRun: _set, ...settled } = SETTLED
      // A started set stays a set while the settings hold it, and continues together later.
      const goesOn = reason === 'company' || reason === 'inactive' ? settled : SETTLED
      return { ...goesOn, status: 'pending', pendingReason: reason, ...worded(cause, message) }
    }
    case 'queued':
      // The user started the transfer, unless intake overrides this.
      return { ...SETTLED, status: 'queued', startedByWebhook: false }
    case 'undoing':
      return { ...SETTLED, status: 'queued', pendingReason: 'undone' }
    case 'again': {
      const { at, attempts, cause, message } = outcome
      // The pending reason is kept, so that a row being undone does not become a row being
      // transferred.
      return {
        status: 'queued',
        attempts,
        nextAttemptAt: at,
        ...worded(cause, message),
        stage: null,
      }
    }
    case 'released':
      return { status: 'queued', attempts: outcome.attempts, nextAttemptAt: null, stage: null }
    case 'failed': {
      const { cause, message } = outcome
      const { attempts: _kept, ...settled } = SETTLED
      return { ...settled, status: 'failed', ...worded(cause, message) }
    }
  }
}

const SETTLED = {
  stage: null,
  pendingReason: null,
  errorCode: null,
  errorMessage: null,
  attempts: 0,
  nextAttemptAt: null,
  // A transfer that is started again individually leaves its set.
  collectiveRun: null,
} as const satisfies Partial<NewTransfer>

function worded(cause: CauseCode | undefined, message = cause && causeOf(cause).explanation) {
  return { errorCode: cause ?? null, errorMessage: message ?? null }
}
