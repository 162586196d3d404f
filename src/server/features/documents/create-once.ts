import type { SendOptions } from '#clients/fiken/access'
import { contentOfSent } from '#clients/fiken/drafts'
import type { Invoice, InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { isExternalError, type ExternalError } from '#clients/http/external-error'
import { differencesFrom } from '../drafts/draft-diff.ts'
import type { Attempt } from '../drafts/sent-draft.ts'
import { checkReadBack, type Expectation } from '../drafts/totals-check.ts'
import { neverLeft, type DocumentRun } from './document-run.ts'
import type { Found } from './find-draft.ts'
import { lookUp } from './look-up.ts'

/**
 * Creates an invoice draft in Fiken exactly once. The draft's uuid is the idempotency key: it is
 * looked up among Fiken's drafts and invoices before every create request, and again after a create
 * request without a clear response. A create request is never repeated blindly, because Fiken
 * responds with 500 to a uuid that it has already received (Fiken reference §12 P2). A draft found
 * under the uuid is compared with the draft that would be sent: an equal total proves nothing,
 * because the recipient may have changed.
 */

export interface Content<Ending extends object> {
  draft: NewDraft
  expected: Expectation
  /** The amounts that we have computed, in øre. */
  built: { net: number; gross: number }
  /** Attempts that the document does not know; a draft with their content is ours. */
  alsoOurs?: readonly Attempt[]
  /** Returns true when the user has accepted exactly this content, although it differs. */
  isAccepted: (found: Found) => boolean
  /** Looks the draft up before the create request; may use one look-up for many drafts. */
  lookUpFirst: () => Promise<Found | Ending | null>
  /**
   * Returns the reason to stop, or null to continue; null when there is none. Called before the
   * create request, when nothing was found.
   */
  mayCreate: (() => Promise<Ending | null>) | null
}

export type Created<Ending extends object> =
  | { kind: 'written'; draftId: number; isNew: boolean }
  /** The document was found with the content that would be sent or that the user has accepted. */
  | Found
  | { kind: 'differs'; found: Found; differences: string[] }
  | { kind: 'gone' }
  /**
   * The draft may exist: the caller looks it up again later and never repeats the request blindly.
   */
  | { kind: 'unknown'; error: ExternalError }
  | { kind: 'stopped'; by: Ending }

/**
 * Creates the draft, or returns the document that was found under its uuid.
 * @throws ExternalError when Fiken refuses, or when an update gets no clear response; ClaimLost,
 * NothingSent when the pre-send check refuses the request
 */
export async function createOnce<Ending extends object>(
  document: DocumentRun<Ending>,
  content: Content<Ending>,
): Promise<Created<Ending>> {
  const { fiken, note } = document
  const before = await content.lookUpFirst()
  if (before !== null) return isFound(before) ? adopt(document, content, before) : stopped(before)
  const stop = await content.mayCreate?.()
  if (stop) return stopped(stop)
  try {
    const draftId = await sendRecorded(document, content, 'create', (options) =>
      fiken.drafts.create(content.draft, options),
    )
    return { kind: 'written', draftId, isNew: true }
  } catch (error) {
    if (!isExternalError(error, 'unknown_outcome', 'bad_answer')) throw error
    note('Fiken svarte ikke tydelig; slår opp om utkastet kom fram', false)
    const after = await lookUp(document)
    if (after === null) return { kind: 'unknown', error }
    return isFound(after) ? adopt(document, content, after) : stopped(after)
  }
}

/**
 * Decides what to do with a document found under the uuid: equal content is accepted, a draft that
 * equals an earlier attempt is updated, and any other content is left to the user.
 * @throws the same errors as createOnce
 */
export async function adopt<Ending extends object>(
  document: DocumentRun<Ending>,
  content: Content<Ending>,
  found: Found,
): Promise<Created<Ending>> {
  const { draft, expected, alsoOurs = [], isAccepted } = content
  if (isAccepted(found)) return found
  if (found.kind === 'invoice') {
    if (isInvoiceOf(draft, expected, found.invoice)) return found
    return { kind: 'differs', found, differences: [] }
  }
  const there = found.draft.content
  const isExactly = (sent: NewDraft) =>
    differencesFrom(sent, there, { anyDate: false }).length === 0
  if (isExactly(draft)) return found
  const attempts = [...document.state().attempts, ...alsoOurs]
  if (attempts.some(({ sent }) => isExactly(sent))) return update(document, content, found.draft)
  const differences = differencesFrom(draft, there, { anyDate: true })
  return differences.length === 0 ? found : { kind: 'differs', found, differences }
}

async function update<Ending extends object>(
  document: DocumentRun<Ending>,
  content: Content<Ending>,
  { draftId }: InvoiceDraft,
): Promise<Created<Ending>> {
  document.note(
    'Utkastet i Fiken er fra et tidligere forsøk; det oppdateres til jobben slik den er nå',
    true,
  )
  try {
    await sendRecorded(document, content, 'update', (options) =>
      document.fiken.drafts.update(draftId, content.draft, options),
    )
  } catch (error) {
    if (isExternalError(error, 'not_found')) return { kind: 'gone' }
    throw error
  }
  return { kind: 'written', draftId, isNew: false }
}

/**
 * Sends a request after storing its content, so that a draft found later is recognised as ours.
 * After a clear refusal, or when nothing was sent, the previous state is restored: this request
 * created nothing, and the effect of an earlier request is still unknown.
 * @param request its options contain a check that runs right before the request is sent
 */
async function sendRecorded<T>(
  document: DocumentRun<object>,
  { draft, built }: Pick<Content<object>, 'draft' | 'built'>,
  what: 'create' | 'update',
  request: (options: SendOptions) => Promise<T>,
): Promise<T> {
  const { outcomeUnknown, attempts } = document.state()
  const recorded = {
    ...(what === 'create' ? { outcomeUnknown: true } : {}),
    attempts: withAttempt(attempts, { sent: draft, ...built }),
  }
  try {
    return await request({ beforeSend: () => document.beforeSend(recorded) })
  } catch (error) {
    const isRefused = isExternalError(error) && !isLost(error)
    if (what === 'create' && (isRefused || neverLeft(error)))
      await document.write({ outcomeUnknown, attempts })
    throw error
  }
}

const isLost = ({ kind }: ExternalError) => kind === 'unknown_outcome' || kind === 'bad_answer'

/** Returns the attempts with the new attempt last; an equal earlier attempt is dropped. */
function withAttempt(attempts: readonly Attempt[], attempt: Attempt): Attempt[] {
  return [...attempts.filter((one) => !isSame(one, attempt)), attempt]
}

const isSame = (one: Attempt, other: Attempt) =>
  one.net === other.net &&
  one.gross === other.gross &&
  differencesFrom(one.sent, contentOfSent(other.sent), { anyDate: false }).length === 0

const isInvoiceOf = (draft: NewDraft, expected: Expectation, invoice: Invoice) =>
  invoice.customerId === draft.customerId && checkReadBack(expected, invoice, { asSent: true }).ok

export const isFound = (it: object): it is Found =>
  'kind' in it && (it.kind === 'draft' || it.kind === 'invoice')

export const stopped = <Ending extends object>(by: Ending) => ({ kind: 'stopped', by }) as const
