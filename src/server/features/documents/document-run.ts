import type { FikenCompany } from '#clients/fiken/client'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Attempt } from '../drafts/sent-draft.ts'
import type { Absence } from '../reservations/absence.ts'
import type { DocumentRow } from './tables.ts'

/** The stored state of a document that the steps of this folder read and write. */
export interface DocumentState extends Pick<
  DocumentRow,
  'draftId' | 'outcomeUnknown' | 'invoiceRequest' | 'absence'
> {
  /** The requests whose answers may have been lost: a draft found as one of them says is ours. */
  attempts: readonly Attempt[]
}

export type DocumentChange = Partial<DocumentState>

/**
 * One run of one document, lent by its owner (a transfer, a set of transfers, a monthly bill) to the
 * steps of this folder. The steps know neither job nor subscription: the owner stores the state,
 * checks before each request that cannot be undone whether it may still leave, and has the endings.
 */
export interface DocumentRun<Ending extends object> {
  platform: Pick<Platform, 'clock' | 'ladderScale' | 'vendorTimeoutMs'>
  fiken: FikenCompany
  signal: AbortSignal
  /** The idempotency key: Fiken takes it only once. */
  uuid: string
  /** The number of failed attempts so far. */
  failures: number
  /** True when an absent draft is looked for until it is known to be gone, without being asked. */
  keepsLooking: boolean
  /** Returns the state as last written. */
  state(): DocumentState
  /** Adds a line, in Norwegian, to the owner's history. */
  note(text: string, ok: boolean | null): void
  /** @throws ClaimLost */
  write(change: DocumentChange): Promise<void>
  /**
   * Stores the change if the owner still allows the request. Called for each request that cannot be
   * undone, when its turn at Fiken has come (the pre-send check).
   *
   * @throws ClaimLost, NothingSent: the request does not leave
   */
  beforeSend(change: DocumentChange): Promise<void>
  endings: {
    /** The document is looked for again at the given time. */
    lookAgain(absence: Absence | null, at: Date): Ending
    /** Fiken has said that the invoice is made, and does not list it. */
    unlisted(absence: Absence): Ending
    /** Fiken has nothing; `isKnown`: for so long that no lag explains it. */
    gone(absence: Absence, isKnown: boolean): Ending
    /** Fiken refuses a uuid that it has used, and has nothing under it. */
    uuidUsed(absence: Absence): Ending
    noNumberSeries(): Ending
  }
}

/** Thrown when another run has the document (our lease expired), or after a cancel. Ends silently. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** Thrown when the owner's settings stop a request before it leaves. */
export class NothingSent extends Error {
  override name = 'NothingSent'
}

/** Returns true when the request never left: no turn at the vendor, a dead grant, or not allowed. */
export const neverLeft = (error: unknown): boolean =>
  error instanceof HttpError ||
  error instanceof LimiterBusy ||
  error instanceof LimiterClosed ||
  error instanceof NothingSent
