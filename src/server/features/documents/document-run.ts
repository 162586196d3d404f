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
  /**
   * Requests whose responses may have been lost; a draft with the content of any of these requests
   * is ours.
   */
  attempts: readonly Attempt[]
}

export type DocumentChange = Partial<DocumentState>

/**
 * One run of one document, provided by the document's owner (a transfer, a set of transfers, a
 * monthly bill) for the steps in this folder. The steps know neither job nor subscription: the
 * owner stores the state, checks right before each request that cannot be undone whether the
 * request is still allowed, and defines the endings.
 */
export interface DocumentRun<Ending extends object> {
  platform: Pick<Platform, 'clock' | 'ladderScale' | 'vendorTimeoutMs'>
  fiken: FikenCompany
  signal: AbortSignal
  /** The idempotency key, which Fiken accepts only once. */
  uuid: string
  /** The number of failed attempts so far. */
  failures: number
  /**
   * True when a missing draft is looked for repeatedly until it is proved to be gone, without the
   * user asking.
   */
  keepsLooking: boolean
  /** Returns the state as last written. */
  state(): DocumentState
  /** Adds an entry, in Norwegian, to the owner's history. */
  note(text: string, ok: boolean | null): void
  /** @throws ClaimLost */
  write(change: DocumentChange): Promise<void>
  /**
   * Stores the change if the owner still allows the request. Called right before each request that
   * cannot be undone, once the rate limiter lets the request through (the pre-send check).
   *
   * @throws ClaimLost, NothingSent: the request is not sent
   */
  beforeSend(change: DocumentChange): Promise<void>
  endings: {
    /** The document is looked for again at the given time. */
    lookAgain(absence: Absence | null, at: Date): Ending
    /** Fiken has accepted the invoice request, but does not list the invoice. */
    unlisted(absence: Absence): Ending
    /**
     * Neither draft nor invoice was found. `isKnown`: they have been missing for longer than any
     * lag of Fiken's lists.
     */
    gone(absence: Absence, isKnown: boolean): Ending
    /** Fiken refuses a uuid as already used, but has no draft or invoice with that uuid. */
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
 * Returns true when the request was never sent: the rate limiter was busy, the grant was dead, or
 * the request was not allowed.
 */
export const neverLeft = (error: unknown): boolean =>
  error instanceof HttpError ||
  error instanceof LimiterBusy ||
  error instanceof LimiterClosed ||
  error instanceof NothingSent
