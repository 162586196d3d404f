import type { SendOptions } from '#clients/fiken/access'
import { contentOfSent } from '#clients/fiken/drafts'
import type { Invoice, InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { isExternalError, type ExternalError } from '#clients/http/external-error'
import { failuresSpanning } from '../../platform/backoff.ts'
import { differencesFrom } from '../drafts/draft-diff.ts'
import type { Attempt } from '../drafts/sent-draft.ts'
import { checkReadBack, type Expectation } from '../drafts/totals-check.ts'
import { neverLeft, type DocumentRun } from './document-run.ts'
import { emptyLook, nothingThere } from './gone.ts'
import { isFound, lookUp, type Found } from './look-up.ts'

/**
 * This file creates an invoice draft in Fiken exactly once, and reads it back. The draft's uuid is
 * the idempotency key: the caller looks it up among Fiken's drafts and invoices before every create
 * request, and this file looks it up again after a create request without a clear response. A
 * create request is never repeated blindly, because Fiken responds with 500 to a uuid that it has
 * already received (Fiken reference §12 P2). A draft found under the uuid is compared with the
 * draft that would be sent: an equal total proves nothing, because the recipient may have changed.
 */

/** The draft that would be sent, with which a document found under its uuid is compared. */
export interface Content {
  draft: NewDraft
  expected: Expectation
  /** The amounts that we have computed, in øre. */
  built: { net: number; gross: number }
  /** Attempts that the document does not know; a draft with their content is ours. */
  alsoOurs?: readonly Attempt[]
  /** Returns true when the user has accepted exactly this content, although it differs. */
  isAccepted: (found: Found) => boolean
}

export interface Creation<Ending extends object> extends Content {
  /** The result of looking the draft up, which the caller has done; null when nothing was found. */
  found: Found | null
  /**
   * Decides right before the create request, when nothing was found: returns the reason to stop, or
   * null to continue. Null for a draft that nothing can stop.
   */
  mayCreate: (() => Promise<Ending | null>) | null
}

/**
 * A document that is as it should be: written now, or found with the content that would be sent or
 * that the user has accepted.
 */
export type Sent = Found | { kind: 'written'; draftId: number; isNew: boolean }
export type Differs = { kind: 'differs'; found: Found; differences: string[] }
export type Stopped<Ending extends object> = { kind: 'stopped'; by: Ending }

type Adopted = Sent | Differs | { kind: 'gone' }
/** `unknown`: the draft may exist, and the request is never repeated blindly. */
type Created<Ending extends object> =
  Adopted | Stopped<Ending> | { kind: 'unknown'; error: ExternalError }

/**
 * Creates the draft and stores its id, or adopts the document that was found under its uuid.
 * @throws ExternalError when Fiken refuses, or when it is unknown whether the draft was created or
 * updated, so that it must be looked up again later; ClaimLost, NothingSent when the pre-send check
 * refuses the request
 */
export async function createOnce<Ending extends object>(
  document: DocumentRun<Ending>,
  creation: Creation<Ending>,
): Promise<Sent | Differs | Stopped<Ending>> {
  const made = await create(document, creation)
  if (made.kind === 'written' && made.isNew) {
    // The draft's id is stored in a write by itself, so that no later failure can lose the draft.
    document.note(`Utkastet er opprettet i Fiken (id ${made.draftId})`, true)
    await document.write({ outcomeUnknown: false, draftId: String(made.draftId) })
  }
  return settled(document, made)
}

/**
 * Reads the draft back from Fiken. A 404 means that the draft has already been deleted or manually
 * invoiced, so it is looked up again.
 */
export async function readBack<Ending extends object>(
  document: DocumentRun<Ending>,
  content: Content,
  draftId: number,
): Promise<Found | Differs | Stopped<Ending>> {
  try {
    return { kind: 'draft', draft: await document.fiken.drafts.get(draftId, document.signal) }
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    const found = await lookUp(document)
    if (!found) return stopped(nothingThere(document))
    if (!isFound(found)) return stopped(found)
    const adopted = settled(document, await adopt(document, content, found))
    return adopted.kind === 'written' ? readBack(document, content, adopted.draftId) : adopted
  }
}

/**
 * The number of failures, within about half an hour, up to which a 500 response counts as an
 * outage. Fiken also responds with 500 to a uuid that it has received before, even when that draft
 * is gone (Fiken reference §12 P2). After a restored backup we may not know that the draft was
 * deleted in Fiken, or sent again.
 */
const OUTAGE_UNTIL = failuresSpanning(30 * 60_000)

function settled<Ending extends object>(
  document: DocumentRun<Ending>,
  made: Created<Ending>,
): Sent | Differs | Stopped<Ending> {
  switch (made.kind) {
    case 'gone':
      return stopped(nothingThere(document))
    case 'unknown': {
      if (made.error.status !== 500 || document.failures <= OUTAGE_UNTIL) throw made.error
      const { absence } = emptyLook(document.platform, document.state())
      return stopped(document.endings.uuidUsed(absence))
    }
    default:
      return made
  }
}

async function create<Ending extends object>(
  document: DocumentRun<Ending>,
  creation: Creation<Ending>,
): Promise<Created<Ending>> {
  const { fiken, note } = document
  if (creation.found !== null) return adopt(document, creation, creation.found)
  const stop = await creation.mayCreate?.()
  if (stop) return stopped(stop)
  try {
    const draftId = await sendRecorded(document, creation, 'create', (options) =>
      fiken.drafts.create(creation.draft, options),
    )
    return { kind: 'written', draftId, isNew: true }
  } catch (error) {
    if (!isExternalError(error, 'unknown_outcome', 'bad_answer')) throw error
    note('Fiken svarte ikke tydelig; slår opp om utkastet kom fram', false)
    const after = await lookUp(document)
    if (after === null) return { kind: 'unknown', error }
    return isFound(after) ? adopt(document, creation, after) : stopped(after)
  }
}

/**
 * Decides what to do with a document found under the uuid: equal content is accepted, a draft that
 * equals an earlier attempt is updated, and any other content is left to the user.
 * @throws the same errors as createOnce
 */
async function adopt(
  document: DocumentRun<object>,
  content: Content,
  found: Found,
): Promise<Adopted> {
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

async function update(
  document: DocumentRun<object>,
  content: Content,
  { draftId }: InvoiceDraft,
): Promise<Adopted> {
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
  { draft, built }: Pick<Content, 'draft' | 'built'>,
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

const stopped = <Ending extends object>(by: Ending) => ({ kind: 'stopped', by }) as const
