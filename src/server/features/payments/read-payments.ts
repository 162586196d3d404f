import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import type { FollowedTransfer } from '../transfers/payment-store.ts'
import { isOfFormerRule } from '#shared/credit'
import { readCreditNotes } from '../drafts/credit-notes.ts'
import { isUnread, notesById } from './credit.ts'
import { dueRanges, invoicesAskingForNotes, invoicesOf, type Reading } from './judge.ts'

/**
 * What a company's lists say of these transfers, never a call for one of them: the drafts first
 * (one that is issued in the meantime is found as an invoice), then the invoices that were changed,
 * then all that are open. Of what was open and is not any more, the settled ones are asked for by
 * their due dates.
 */
export async function readPayments(
  company: FikenCompany,
  followed: readonly FollowedTransfer[],
  modifiedSince: string,
  signal: AbortSignal,
): Promise<Reading> {
  const complete: boolean[] = []
  const readAll = async <T>(pages: AsyncIterable<Page<T>>): Promise<T[]> => {
    const { rows, whole } = await rowsOf(pages)
    complete.push(whole)
    return rows
  }
  const mayBeDrafts = followed.some(
    ({ known }) => known === null || known === 'draft' || known === 'gone',
  )
  const drafts = new Set(
    mayBeDrafts ? (await readAll(company.drafts.list({ signal }))).map((draft) => draft.uuid) : [],
  )
  const invoices = new Map<number, Invoice>()
  const read = async (options: Parameters<FikenCompany['invoices']['list']>[0]) => {
    for (const invoice of await readAll(company.invoices.list({ ...options, signal })))
      invoices.set(invoice.invoiceId, invoice)
  }
  await read({ modifiedSince })
  await read({ settled: false })
  const found = invoicesOf(followed, { drafts, invoices: [...invoices.values()] })
  const vanished = followed.filter(({ id, known, credit }) => {
    const isOpen = known === 'invoiced' || known === 'part_paid'
    return (isOpen || isUnread(credit)) && !found.has(id)
  })
  const dueDates = vanished.flatMap(({ dueDate }) => dueDate ?? [])
  for (const { from, to } of dueRanges(dueDates))
    await read({ settled: true, dueFrom: from, dueTo: to })
  await readFormer(company, vanished, invoices, signal)
  const all = [...invoices.values()]
  const asking = invoicesAskingForNotes(followed, { drafts, invoices: all })
  return {
    drafts,
    invoices: all,
    creditNotes: notesById(await readCreditNotes(company, asking, { signal })),
    whole: complete.every(Boolean),
  }
}

/**
 * What was stored as credited by the rule before is read once, also where it got another due date
 * since.
 */
async function readFormer(
  company: FikenCompany,
  vanished: readonly FollowedTransfer[],
  invoices: Map<number, Invoice>,
  signal: AbortSignal,
): Promise<void> {
  for (const { credit, invoiceId } of vanished) {
    if (credit === null || !isOfFormerRule(credit) || invoiceId === null) continue
    const id = Number(invoiceId)
    if (invoices.has(id)) continue
    try {
      invoices.set(id, await company.invoices.get(id, signal))
    } catch (error) {
      if (!isExternalError(error, 'not_found')) throw error
    }
  }
}

/**
 * One odd row must not hide the others, and neither must one that slips to a page that has been
 * read (Fiken reference §3).
 */
async function rowsOf<T>(pages: AsyncIterable<Page<T>>): Promise<{ rows: T[]; whole: boolean }> {
  const rows: T[] = []
  let odd = 0
  let total: number | null = null
  for await (const page of pages) {
    rows.push(...page.rows)
    odd += page.unreadable.length
    total = page.total
  }
  return { rows, whole: odd === 0 && (total === null || rows.length >= total) }
}
