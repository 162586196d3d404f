import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import type { FollowedTransfer, TakenOffDeposit } from '../transfers/payment-store.ts'
import { isOfFormerRule } from '#shared/credit'
import { readCreditNotes } from '../drafts/credit-notes.ts'
import { isUnread, notesById, type NotesById } from './credit.ts'
import { asksForDeposit, asksForDepositNotes } from './deposit-credits.ts'
import { dueRanges, invoicesAskingForNotes, invoicesOf, type Reading } from './judge.ts'

/** What is asked about: our own drafts and invoices, and the deposits that they take off. */
export interface Asked {
  followed: readonly FollowedTransfer[]
  deposits: readonly TakenOffDeposit[]
}

/**
 * What a company's lists say of these transfers, never a call for one of them: the drafts first
 * (one that is issued in the meantime is found as an invoice), then the invoices that were changed,
 * then all that are open. Of what was open and is not any more, the settled ones are asked for by
 * their due dates.
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
 * What no list has shown, and has to be read once: what the rule before stored as credited, where it got
 * another due date since, and deposits that were taken off before they were followed.
 */
async function readOneByOne(
  company: FikenCompany,
  ids: readonly number[],
  invoices: Map<number, Invoice>,
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids) {
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
