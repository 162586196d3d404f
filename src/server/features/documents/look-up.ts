import { FIKEN_TIMEOUT_MS } from '#clients/fiken/client'
import { instant } from '../../platform/clock.ts'
import { stillAtWorkUntil } from '../reservations/absence.ts'
import type { DocumentRun } from './document-run.ts'
import { findDraft, type Found } from './find-draft.ts'
import { nothingThere } from './gone.ts'

/**
 * Looks the draft up by its id and by its uuid, and stores the result.
 * @returns null when nothing was found; an ending when a draft is listed but cannot be read by its
 * id, or when a requested invoice may not be listed yet
 */
export async function lookUp<Ending extends object>(
  document: DocumentRun<Ending>,
): Promise<Found | Ending | null> {
  const { endings, fiken, note, platform, signal, state, uuid, write } = document
  const { draftId, invoiceRequest } = state()
  const found = await findDraft(fiken, { uuid, draftId }, signal)
  if (found.kind === 'nothing') {
    if (draftId !== null || found.goneId === null) return null
    await write({ draftId: found.goneId })
    return nothingThere(document)
  }
  if (found.kind === 'invoice') {
    note(`Utkastet er fakturert i Fiken (faktura ${found.invoice.invoiceNumber})`, true)
    await write({ absence: null })
    return found
  }
  if (invoiceRequest) {
    const invoice = await fiken.invoices.findByDraftUuid(uuid, signal)
    if (invoice) return { kind: 'invoice', invoice }
    const timeoutMs = platform.vendorTimeoutMs ?? FIKEN_TIMEOUT_MS
    const until = stillAtWorkUntil(new Date(invoiceRequest.at), timeoutMs)
    if (until > instant(platform.clock)) return endings.lookAgain(null, until)
    note('Fiken har ikke laget noen faktura av utkastet', null)
  }
  note(`Utkastet ligger i Fiken (id ${found.draft.draftId})`, true)
  const id = String(found.draft.draftId)
  await write({ outcomeUnknown: false, draftId: id, invoiceRequest: null, absence: null })
  return found
}

/**
 * Looks up a draft that may have been sent before.
 * @returns null when nothing is known to have been created: the request is then sent again with the
 * same uuid, which Fiken accepts only once
 */
export async function lookUpSent<Ending extends object>(
  document: DocumentRun<Ending>,
): Promise<Found | Ending | null> {
  const { draftId, absence } = document.state()
  const found = await lookUp(document)
  return found || (draftId === null && absence === null) ? found : nothingThere(document)
}
