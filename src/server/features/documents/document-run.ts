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
  /** The idempotency key, which Fiken accepts only once. */
  uuid: string
  /** A transfer counts this run too, a bill only the runs that have failed. */
  failures: number
  /** A missing draft is looked for until it is proved to be gone, without the user asking. */
  keepsLooking: boolean
  state(): DocumentState
  note(text: string, ok: boolean | null): void
  /** @throws ClaimLost */
  write(change: DocumentChange): Promise<void>
  /**
   * The pre-send check: stores the change if the owner still allows the request, once the rate
   * limiter lets a request through that cannot be undone.
   *
   * @throws ClaimLost, NothingSent: the request is not sent
   */
  beforeSend(change: DocumentChange): Promise<void>
  endings: {
    lookAgain(absence: Absence | null, at: Date): Ending
    /** Fiken has accepted the invoice request, but does not list the invoice. */
    unlisted(absence: Absence): Ending
    /** `isKnown`: draft and invoice are missing for longer than any lag of Fiken's lists. */
    gone(absence: Absence, isKnown: boolean): Ending
    /** Fiken refuses a uuid as already used, but has no document with that uuid. */
    uuidUsed(absence: Absence): Ending
    noNumberSeries(): Ending
  }
}

/**
 * Another run has claimed the document because this run's lease expired, or the document was
 * cancelled. The run then ends silently.
 */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** The owner's settings no longer allow a request that was about to be sent. */
export class NothingSent extends Error {
  override name = 'NothingSent'
}

/** True when the request was not sent: limiter busy, grant dead, or request not allowed. */
export const neverLeft = (error: unknown): boolean =>
  error instanceof HttpError ||
  error instanceof LimiterBusy ||
  error instanceof LimiterClosed ||
  error instanceof NothingSent
