import type { SendOptions } from '#clients/fiken/access'
import type { FikenCompany } from '#clients/fiken/client'
import { contentOfSent } from '#clients/fiken/drafts'
import type { Invoice, InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { isExternalError, type ExternalError } from '#clients/http/external-error'
import { differencesFrom } from '../drafts/draft-diff.ts'
import type { Attempt } from '../drafts/sent-draft.ts'
import type { Found } from './find-draft.ts'
import { checkReadBack, type Expectation } from '../drafts/totals-check.ts'

/**
 * The input for creating an invoice draft in Fiken exactly once. The draft's uuid is the
 * idempotency key: it is looked up among Fiken's drafts and invoices before every create request,
 * and again after a create request without a clear response. A create request is never repeated
 * blindly, because Fiken responds with 500 to a uuid that it has already received (Fiken reference
 * §12 P2). A draft found under the uuid is compared with the draft that would be sent: an equal
 * total proves nothing, because the recipient may have changed. Each caller records its own
 * attempts; its reasons to stop (`Stop`) are returned unchanged.
 */
export interface CreateOnce<Stop extends object> {
  company: FikenCompany
  draft: NewDraft
  expected: Expectation
  /**
   * Looks the draft up before the create request and after a lost response. The first call may use
   * one look-up for many drafts.
   */
  lookUp: () => Promise<Found | Stop | null>
  /** Returns true when the user has accepted exactly this content, although it differs. */
  isAccepted: (found: Found) => boolean
  /** The earlier requests without a clear response; a draft with their content is ours. */
  attempts: readonly Attempt[]
  /**
   * Returns the reason to stop, or null to continue; null when there is none. Called before the create request, when nothing
   * was found.
   */
  mayCreate: (() => Promise<Stop | null>) | null
  /**
   * Sends a request that cannot be undone, once the pre-send check has passed and the request is
   * recorded.
   */
  send: <T>(what: 'create' | 'update', request: Request<T>) => Promise<T>
  note: (text: string, ok: boolean) => void
}

/** A request to Fiken. Its options contain a check that runs right before the request is sent. */
export type Request<T> = (options: SendOptions) => Promise<T>

export type Created<Stop extends object> =
  | { kind: 'written'; draftId: number; isNew: boolean }
  /** The document was found with the content that would be sent or that the user has accepted. */
  | Found
  | { kind: 'differs'; found: Found; differences: string[] }
  | { kind: 'gone' }
  /**
   * The draft may exist: the caller looks it up again later and never repeats the request blindly.
   */
  | { kind: 'unknown'; error: ExternalError }
  | { kind: 'stopped'; by: Stop }

/**
 * Creates the draft, or returns the document that was found under its uuid.
 * @throws ExternalError when Fiken refuses, or when an update gets no clear response; and whatever
 * `send` throws
 */
export async function createOnce<Stop extends object>(
  creation: CreateOnce<Stop>,
): Promise<Created<Stop>> {
  const { company, draft, lookUp, mayCreate, send, note } = creation
  const before = await lookUp()
  if (before !== null) return isFound(before) ? adopt(creation, before) : stopped(before)
  const stop = await mayCreate?.()
  if (stop) return stopped(stop)
  try {
    const draftId = await send('create', (options) => company.drafts.create(draft, options))
    return { kind: 'written', draftId, isNew: true }
  } catch (error) {
    if (!isExternalError(error, 'unknown_outcome', 'bad_answer')) throw error
    note('Fiken svarte ikke tydelig; slår opp om utkastet kom fram', false)
    const after = await lookUp()
    if (after === null) return { kind: 'unknown', error }
    return isFound(after) ? adopt(creation, after) : stopped(after)
  }
}

/**
 * Decides what to do with a document found under the uuid: equal content is accepted, a draft that
 * equals an earlier attempt is updated, and any other content is left to the user.
 * @throws the same errors as createOnce
 */
export async function adopt<Stop extends object>(
  creation: CreateOnce<Stop>,
  found: Found,
): Promise<Created<Stop>> {
  const { draft, expected, attempts, isAccepted } = creation
  if (isAccepted(found)) return found
  if (found.kind === 'invoice') {
    if (isInvoiceOf(draft, expected, found.invoice)) return found
    return { kind: 'differs', found, differences: [] }
  }
  const { content } = found.draft
  const isExactly = (sent: NewDraft) =>
    differencesFrom(sent, content, { anyDate: false }).length === 0
  if (isExactly(draft)) return found
  if (attempts.some(({ sent }) => isExactly(sent))) return update(creation, found.draft)
  const differences = differencesFrom(draft, content, { anyDate: true })
  return differences.length === 0 ? found : { kind: 'differs', found, differences }
}

async function update<Stop extends object>(
  { company, draft, send, note }: CreateOnce<Stop>,
  { draftId }: InvoiceDraft,
): Promise<Created<Stop>> {
  note(
    'Utkastet i Fiken er fra et tidligere forsøk; det oppdateres til jobben slik den er nå',
    true,
  )
  try {
    await send('update', (options) => company.drafts.update(draftId, draft, options))
  } catch (error) {
    if (isExternalError(error, 'not_found')) return { kind: 'gone' }
    throw error
  }
  return { kind: 'written', draftId, isNew: false }
}

/** Returns the attempts with the new attempt last; an equal earlier attempt is dropped. */
export function withAttempt(attempts: readonly Attempt[], attempt: Attempt): Attempt[] {
  return [...attempts.filter((one) => !isSame(one, attempt)), attempt]
}

const isSame = (one: Attempt, other: Attempt) =>
  one.net === other.net &&
  one.gross === other.gross &&
  differencesFrom(one.sent, contentOfSent(other.sent), { anyDate: false }).length === 0

const isInvoiceOf = (draft: NewDraft, expected: Expectation, invoice: Invoice) =>
  invoice.customerId === draft.customerId && checkReadBack(expected, invoice, { asSent: true }).ok

const isFound = (it: object): it is Found =>
  'kind' in it && (it.kind === 'draft' || it.kind === 'invoice')

const stopped = <Stop extends object>(by: Stop) => ({ kind: 'stopped', by }) as const
