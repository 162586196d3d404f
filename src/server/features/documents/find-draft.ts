import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { unlessGone } from '#clients/http/external-error'

export type Found =
  | { kind: 'draft'; draft: InvoiceDraft }
  /** The draft was invoiced, by us or manually in Fiken. */
  | { kind: 'invoice'; invoice: Invoice }

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
