import type { FikenCompany } from '#clients/fiken/client'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Attempt } from '../drafts/sent-draft.ts'
import type { Absence } from '../reservations/absence.ts'
import type { DocumentRow } from './tables.ts'

export interface DocumentState extends Pick<
  DocumentRow,
  'draftId' | 'outcomeUnknown' | 'invoiceRequest' | 'absence'
> {
  attempts: readonly Attempt[]
}

export type DocumentChange = Partial<DocumentState>

/**
 * One run of one document, provided by its owner (a transfer, a set of transfers, a monthly bill).
 * The steps know neither job nor subscription: the owner stores the state, checks right before each
 * request that cannot be undone whether it is still allowed, and defines the endings.
 */
export interface DocumentRun<Ending extends object> {
  platform: Pick<Platform, 'clock' | 'ladderScale' | 'vendorTimeoutMs'>
  fiken: FikenCompany
  signal: AbortSignal
  /** The draft's uuid and idempotency key, which Fiken accepts only once. */
  uuid: string
  /** The number of failed runs. A transfer counts this run too, a bill does not. */
  failures: number
  /** True to look for a missing draft until it is proved to be gone, without the user's request. */
  keepsLooking: boolean
  state(): DocumentState
  note(text: string, ok: boolean | null): void
  /**
   * Stores the change for the run that holds the claim.
   * @throws ClaimLost
   */
  write(change: DocumentChange): Promise<void>
  /**
   * Runs the pre-send check: stores the change if the owner still allows the request. Called once
   * the rate limiter lets a request through that cannot be undone.
   * @throws ClaimLost, NothingSent: the request is not sent
   */
  beforeSend(change: DocumentChange): Promise<void>
  endings: {
    lookAgain(absence: Absence | null, at: Date): Ending
    /** Ends the run when Fiken has accepted the invoice request but does not list the invoice. */
    unlisted(absence: Absence): Ending
    /**
     * Ends the run when the document is missing. `isKnown` is true when draft and invoice have been
     * missing for longer than any lag of Fiken's lists.
     */
    gone(absence: Absence, isKnown: boolean): Ending
    /**
     * Ends the run when Fiken refuses a uuid as already used, but has no document with that uuid.
     */
    uuidUsed(absence: Absence): Ending
    noNumberSeries(): Ending
  }
}

/**
 * Thrown when another run has claimed the document because this run's lease expired, or when the
 * document was cancelled. The run then ends silently.
 */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** Thrown when the owner's settings no longer allow a request that was about to be sent. */
export class NothingSent extends Error {
  override name = 'NothingSent'
}

/**
 * Returns true when the request was not sent: limiter busy, grant ended, or request not allowed.
 */
export const neverLeft = (error: unknown): boolean =>
  error instanceof HttpError ||
  error instanceof LimiterBusy ||
  error instanceof LimiterClosed ||
  error instanceof NothingSent
