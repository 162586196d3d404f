import { causeOf, type CauseCode } from '#shared/causes/index'
import type { PendingReason } from '#shared/transfer-status'
import type { NewTransfer } from './tables.ts'

/** The state of a transfer after a run, after a look at its job, or after an act of the user. */
export type Outcome =
  /** The draft, and in invoice mode the invoice, is in Fiken and checked. */
  | { kind: 'completed' }
  /** Waits for the user. */
  | { kind: 'waiting'; reason: PendingReason; cause?: CauseCode; message?: string }
  /** Queued from the beginning, with nothing left of earlier attempts. */
  | { kind: 'queued' }
  /** Requeued at the given time, for what it was queued for: a transfer or an undo. */
  | { kind: 'again'; at: Date | null; cause: CauseCode; message?: string; attempts: number }
  /** Requeued as if it had not been taken; `attempts` as the row is to count them. */
  | { kind: 'released'; attempts: number }
  /** Queued to have its draft deleted ("Angre"). */
  | { kind: 'undoing' }
  | { kind: 'failed'; cause: CauseCode; message?: string }

/** The columns that state where a transfer stands. */
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
 * Returns the row's patch of an outcome: every column that states where a transfer stands, so that
 * nothing is left over from before, except for `again` and `released`: the run goes on later, with
 * the reason it was queued for. The consequence for the draft (ids, amounts) is not part of it.
 */
export function standing(outcome: Outcome): Standing {
  switch (outcome.kind) {
    case 'completed':
      return { ...SETTLED, status: 'completed', stage: 'done' }
    case 'waiting': {
      const { reason, cause, message } = outcome
      const { collectiveRun: _set, ...settled } = SETTLED
      // A set that was started goes on as one when the settings let it.
      const goesOn = reason === 'company' || reason === 'inactive' ? settled : SETTLED
      return { ...goesOn, status: 'pending', pendingReason: reason, ...worded(cause, message) }
    }
    case 'queued':
      // By a person, unless intake says otherwise.
      return { ...SETTLED, status: 'queued', startedByWebhook: false }
    case 'undoing':
      return { ...SETTLED, status: 'queued', pendingReason: 'undone' }
    case 'again': {
      const { at, attempts, cause, message } = outcome
      // The reason stays: a row that is being undone must not become one that is transferred.
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
  // What is started again by itself goes alone.
  collectiveRun: null,
} as const satisfies Partial<NewTransfer>

function worded(cause: CauseCode | undefined, message = cause && causeOf(cause).explanation) {
  return { errorCode: cause ?? null, errorMessage: message ?? null }
}
