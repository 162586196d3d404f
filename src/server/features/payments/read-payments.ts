import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice } from '#clients/fiken/types'
import { unlessGone } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import type { FollowedTransfer, TakenOffDeposit } from '../transfers/payment-store.ts'
import { isOfFormerRule } from '#shared/credit'
import { readCreditNotes } from '../documents/credit-notes.ts'
import { isUnread, notesById, type NotesById } from './credit.ts'
import { asksForDeposit, asksForDepositNotes } from './deposit-credits.ts'
import { dueRanges, invoicesAskingForNotes, invoicesOf, type Reading } from './judge.ts'

export interface Asked {
  followed: readonly FollowedTransfer[]
  deposits: readonly TakenOffDeposit[]
}

/**
 * Reads a company's lists instead of individual documents: first the drafts (a draft invoiced in
 * the meantime is then found as an invoice), then the changed invoices, then all open invoices.
 * Settled invoices that were open before are requested by due date.
 */
export async function readPayments(
  company: FikenCompany,
  { followed, deposits }: Asked,
  modifiedSince: string,
  signal: AbortSignal,
): Promise<Reading & { creditNotes: NotesById }> {
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
  if (followed.length > 0) await read({ settled: false })
  const found = invoicesOf(followed, { drafts, invoices: [...invoices.values()] })
  const vanished = followed.filter(({ id, known, credit }) => {
    const isOpen = known === 'invoiced' || known === 'part_paid'
    return (isOpen || isUnread(credit)) && !found.has(id)
  })
  const dueDates = vanished.flatMap(({ dueDate }) => dueDate ?? [])
  for (const { from, to } of dueRanges(dueDates))
    await read({ settled: true, dueFrom: from, dueTo: to })
  const former = vanished.flatMap(({ credit, invoiceId }) =>
    credit !== null && isOfFormerRule(credit) && invoiceId !== null ? [Number(invoiceId)] : [],
  )
  const unread = deposits.filter(asksForDeposit).map(({ known }) => known.invoiceId)
  await readOneByOne(company, [...former, ...unread], invoices, signal)
  const all = [...invoices.values()]
  const own = invoicesAskingForNotes(followed, { drafts, invoices: all })
  const ofDeposits = deposits.flatMap(({ known }) => {
    const invoice = invoices.get(known.invoiceId)
    return invoice && asksForDepositNotes(invoice, known) ? [invoice] : []
  })
  const asking = [...new Set([...own, ...ofDeposits])]
  return {
    drafts,
    invoices: all,
    creditNotes: notesById(await readCreditNotes(company, asking, { signal })),
    whole: complete.every(Boolean),
  }
}

/**
 * Reads individual invoices that are missing from all lists: invoices whose credit was stored by
 * the former rule and whose due date has changed since, and invoices of deposits deducted before
 * deposits were followed.
 */
async function readOneByOne(
  company: FikenCompany,
  ids: readonly number[],
  invoices: Map<number, Invoice>,
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids) {
    if (invoices.has(id)) continue
    const invoice = await unlessGone(company.invoices.get(id, signal))
    if (invoice) invoices.set(id, invoice)
  }
}

/**
 * Returns the rows of all pages. Other rows are kept if a row is unreadable, or if a row moves to a
 * page that was already read (Fiken reference §3); `whole` is then false.
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
