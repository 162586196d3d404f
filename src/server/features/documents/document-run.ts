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
 * One run of one document, as its owner (a transfer, a set of them, a monthly bill) lends it to the
 * steps of this folder. They know neither job nor subscription: the owner stores the state, checks
 * before each request that cannot be undone whether it may still be made, and has the endings.
 */
export interface DocumentRun<Ending extends object> {
  platform: Pick<Platform, 'clock' | 'ladderScale' | 'vendorTimeoutMs'>
  fiken: FikenCompany
  signal: AbortSignal
  /** The idempotency key: Fiken takes it only once. */
  uuid: string
  /** Failed attempts so far. */
  failures: number
  /** True if an absence is looked into although nobody has asked for anything. */
  keepsLooking: boolean
  /** As last written. */
  state(): DocumentState
  /** Adds a line, in Norwegian, to the owner's history. */
  note(text: string, ok: boolean | null): void
  /** @throws ClaimLost */
  write(change: DocumentChange): Promise<void>
  /**
   * The pre-send check, which goes with each request that cannot be undone and is called when its
   * turn at Fiken has come: stores the change if the owner still allows the request.
   *
   * @throws ClaimLost, NothingSent: the request does not leave
   */
  beforeSend(change: DocumentChange): Promise<void>
  endings: {
    /** To be looked for again at the time. */
    lookAgain(absence: Absence | null, at: Date): Ending
    /** Fiken has said that the invoice is made, and does not list it. */
    unlisted(absence: Absence): Ending
    /** Nothing is there; `isKnown`: for so long that no lag explains it. */
    gone(absence: Absence, isKnown: boolean): Ending
    /** Fiken refuses a uuid that it has had, and has nothing under it. */
    uuidUsed(absence: Absence): Ending
    noNumberSeries(): Ending
  }
}

/** Another run has the document (our lease expired), or it was cancelled. Stop silently. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** The owner's settings stopped a request before it left. */
export class NothingSent extends Error {
  override name = 'NothingSent'
}

/** True if a request with this error never left: no turn at the vendor, a dead grant, not allowed. */
export const neverLeft = (error: unknown): boolean =>
  error instanceof HttpError ||
  error instanceof LimiterBusy ||
  error instanceof LimiterClosed ||
  error instanceof NothingSent
