import type { FikenCompany } from '#clients/fiken/client'
import type { AttachedFile, AttachmentPlace } from '#clients/fiken/types'
import { unlessGone } from '#clients/http/external-error'
import type { DraftWithFiles } from '../transfers/attachment-store.ts'

export interface Place {
  place: AttachmentPlace
  files: AttachedFile[]
}

/**
 * Returns the draft in Fiken to which the files are attached, or the invoice made from the draft.
 * Returns null when neither is found, because it is deleted or not listed yet.
 */
export async function findPlace(
  company: FikenCompany,
  { draftId, draftUuid, invoiceId }: DraftWithFiles,
  signal: AbortSignal,
): Promise<Place | null> {
  const known =
    invoiceId === null ? null : await filesAt(company, { kind: 'invoice', id: invoiceId }, signal)
  if (known) return known
  const draft =
    draftId === null ? null : await filesAt(company, { kind: 'draft', id: draftId }, signal)
  if (draft) return draft
  const invoice = await company.invoices.findByDraftUuid(draftUuid, signal)
  return invoice && filesAt(company, { kind: 'invoice', id: invoice.invoiceId }, signal)
}

async function filesAt(
  company: FikenCompany,
  place: AttachmentPlace,
  signal: AbortSignal,
): Promise<Place | null> {
  const files = await unlessGone(company.attachments.list(place, signal))
  return files && { place, files }
}
