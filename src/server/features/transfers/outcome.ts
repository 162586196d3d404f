import { causeOf, type CauseCode } from '#shared/causes/index'
import type { PendingReason } from '#shared/transfer-status'
import type { NewTransfer } from './tables.ts'

/**
 * The state of a transfer after a run, after intake has checked its job, or after a user's action.
 */
export type Outcome =
  /** The draft, and in invoice mode the invoice, is in Fiken and has been checked. */
  | { kind: 'completed' }
  /** The transfer waits for the user. */
  | { kind: 'waiting'; reason: PendingReason; cause?: CauseCode; message?: string }
  /** The transfer is queued from the beginning, with the data of earlier attempts cleared. */
  | { kind: 'queued' }
  /**
   * The transfer is requeued at the given time, for the same purpose as before: a transfer or an
   * undo.
   */
  | { kind: 'again'; at: Date | null; cause: CauseCode; message?: string; attempts: number }
  /** The transfer is requeued as if it had not been claimed; `attempts` is the count to store. */
  | { kind: 'released'; attempts: number }
  /** The transfer is queued to have its draft deleted ("Angre"). */
  | { kind: 'undoing' }
  | { kind: 'failed'; cause: CauseCode; message?: string }

/** The columns that describe a transfer's state. */
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
 * Returns the row's patch for an outcome. All columns that describe a transfer's state are set, so
 * that no old values remain, except for `again` and `released`: the run continues later, for the
 * same purpose. The patch does not include changes to the draft's ids and amounts.
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
