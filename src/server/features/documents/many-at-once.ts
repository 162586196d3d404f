import { PAGE_SIZE } from '#clients/fiken/access'
import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { wholeList } from './whole-list.ts'

/**
 * What Fiken's lists say about many drafts at once (decision 0046). A list may only say that
 * nothing is there, and only when that is proved; everything else is looked up for each draft.
 */

/** What is known of a uuid: `none` and `no_draft` are proved, `unproved` says nothing. */
export type Proof =
  /** Neither a draft nor an invoice of it. */
  | 'none'
  /** No draft of it. There may be an invoice. */
  | 'no_draft'
  | 'unproved'

export interface Proofs {
  of(uuid: string): Proof
  /** All drafts of the company; null when that is not known for certain. */
  drafts: readonly InvoiceDraft[] | null
  /** All its invoices; null as with drafts, or because they are too many. */
  invoices: readonly Invoice[] | null
}

/**
 * Looks for drafts that are about to be made. Drafts are read before invoices (decision 0015): one
 * that is issued in between is found as an invoice. Of each list no more pages are read than
 * look-ups are spared.
 *
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
 * The drafts at the end of the list, where those just made are; by their ids.
 *
 * @param before how many drafts there were before `count` were made
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
