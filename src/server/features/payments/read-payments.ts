import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import type { FollowedTransfer } from '../transfers/payment-store.ts'
import { asksForNotes, notesByInvoice } from './credit.ts'
import { dueRanges, invoicesOf, type Reading } from './judge.ts'

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
    const { rows, whole } = await all(pages)
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
  const vanished = followed.flatMap(({ id, known, dueDate }) =>
    (known === 'invoiced' || known === 'part_paid') && dueDate !== null && !found.has(id)
      ? [dueDate]
      : [],
  )
  for (const { from, to } of dueRanges(vanished))
    await read({ settled: true, dueFrom: from, dueTo: to })
  const creditNotes = await readCreditNotes(company, followed, [...invoices.values()], signal)
  return {
    drafts,
    invoices: [...invoices.values()],
    creditNotes,
    whole: complete.every(Boolean),
  }
}

/**
 * The credit notes of invoices that have been credited since they were last read: one list for all of
 * them, and no call when there are none. Where Fiken does not give it to us, or it is behind, the row
 * says that it was credited, and not by what.
 */
async function readCreditNotes(
  company: FikenCompany,
  followed: readonly FollowedTransfer[],
  invoices: readonly Invoice[],
  signal: AbortSignal,
): Promise<Reading['creditNotes']> {
  const found = invoicesOf(followed, { drafts: new Set(), invoices })
  const asked = followed.flatMap(({ id, credit }) => {
    const invoice = found.get(id)
    return invoice && asksForNotes(invoice, credit) ? [invoice.issueDate] : []
  })
  const [from] = asked.sort()
  if (from === undefined) return new Map()
  try {
    return notesByInvoice((await all(company.creditNotes.list({ from, signal }))).rows)
  } catch (error) {
    if (!isExternalError(error, 'forbidden', 'invalid', 'not_found', 'bad_answer')) throw error
    return new Map()
  }
}

/**
 * One odd row must not hide the others, and neither must one that slips to a page that has been
 * read (Fiken reference §3).
 */
async function all<T>(pages: AsyncIterable<Page<T>>): Promise<{ rows: T[]; whole: boolean }> {
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
