import { FIKEN_TIMEOUT_MS, type FikenCompany } from '#clients/fiken/client'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { unlessGone } from '#clients/http/external-error'
import { instant } from '../../platform/clock.ts'
import { stillAtWorkUntil } from '../reservations/absence.ts'
import type { DocumentRun } from './document-run.ts'
import { nothingThere } from './gone.ts'

export type Found =
  | { kind: 'draft'; draft: InvoiceDraft }
  /** The draft was invoiced, by us or manually in Fiken. */
  | { kind: 'invoice'; invoice: Invoice }

/** Tells a document from an owner's ending. */
export const isFound = (it: object): it is Found =>
  'kind' in it && (it.kind === 'draft' || it.kind === 'invoice')

export type InFiken =
  | Found
  /**
   * Neither draft nor invoice was found. `goneId` is the draft id that gave 404 because the draft
   * is deleted or invoiced (Fiken reference §8); null when unknown.
   */
  | { kind: 'nothing'; goneId: string | null }

/**
 * Looks for a draft by its id, if known, and by its uuid among drafts and invoices. Lists can lag
 * behind Fiken's writes, so a listed draft counts only when it can also be read by its id.
 */
export async function findDraft(
  company: FikenCompany,
  { uuid, draftId }: { uuid: string; draftId: string | null },
  signal?: AbortSignal,
): Promise<InFiken> {
  const known = draftId === null ? null : await readDraft(company, Number(draftId), signal)
  if (known) return { kind: 'draft', draft: known }
  const listed = await company.drafts.findByUuid(uuid, signal)
  const listedId = listed === null ? null : String(listed.draftId)
  if (listed && listedId !== draftId) {
    const draft = await readDraft(company, listed.draftId, signal)
    if (draft) return { kind: 'draft', draft }
  }
  const invoice = await company.invoices.findByDraftUuid(uuid, signal)
  if (invoice) return { kind: 'invoice', invoice }
  return { kind: 'nothing', goneId: draftId ?? listedId }
}

/** Returns the draft; null when it has been deleted or invoiced. */
const readDraft = (company: FikenCompany, draftId: number, signal?: AbortSignal) =>
  unlessGone(company.drafts.get(draftId, signal))

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
