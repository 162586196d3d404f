import { PAGE_SIZE } from '#clients/fiken/access'
import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { wholeList } from './whole-list.ts'

/**
 * Reads Fiken's lists for many drafts at once (decision 0046). A list is only used as proof that a
 * draft does not exist; every other draft is looked up individually.
 */

export type Proof =
  /** Fiken has neither a draft nor an invoice with the uuid. */
  | 'none'
  /** Fiken has no draft with the uuid, but might have an invoice. */
  | 'no_draft'
  | 'unproved'

export interface Proofs {
  of(uuid: string): Proof
  /** All drafts in Fiken; null when the list is not proved complete. */
  drafts: readonly InvoiceDraft[] | null
  /** All invoices in Fiken; null when the list is not proved complete or is too long to read. */
  invoices: readonly Invoice[] | null
}

/**
 * Checks which of the drafts that are about to be created do not exist in Fiken. Drafts are read
 * before invoices (decision 0015), so that a draft issued between the two reads is found as an
 * invoice. A list is skipped when it has more pages than the look-ups that it would replace.
 * @throws ExternalError
 */
export async function proveAbsent(
  company: FikenCompany,
  count: number,
  signal?: AbortSignal,
): Promise<Proofs> {
  const drafts = await wholeList(
    (page) => company.drafts.page(page, signal),
    ({ draftId }) => draftId,
    count,
  )
  if (drafts === null) return { of: () => 'unproved', drafts: null, invoices: null }
  const invoices = await wholeList(
    (page) => company.invoices.page(page, signal),
    ({ invoiceId }) => invoiceId,
    count,
  ).catch(() => null)
  const there = new Set(drafts.map(({ uuid }) => uuid))
  const issued = invoices && new Set(invoices.map(({ draftUuid }) => draftUuid))
  const of = (uuid: string): Proof => {
    if (there.has(uuid)) return 'unproved'
    if (issued === null) return 'no_draft'
    return issued.has(uuid) ? 'unproved' : 'none'
  }
  return { of, drafts, invoices }
}

/**
 * Returns the drafts at the end of Fiken's list, where new drafts are, keyed by id.
 *
 * @param before the number of drafts before `count` drafts were created
 * @throws ExternalError
 */
export async function newestDrafts(
  company: FikenCompany,
  { before, count }: { before: number; count: number },
  signal?: AbortSignal,
): Promise<Map<string, InvoiceDraft>> {
  const found = new Map<string, InvoiceDraft>()
  const pageOf = (index: number) => Math.floor(index / PAGE_SIZE)
  for (let page = pageOf(before); page <= pageOf(before + count - 1); page += 1) {
    const { rows } = await company.drafts.page(page, signal)
    for (const draft of rows) found.set(String(draft.draftId), draft)
  }
  return found
}
