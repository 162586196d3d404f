import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice } from '#clients/fiken/types'
import type { Page } from '#clients/http/pages'
import type { FollowedTransfer } from '../transfers/payment-store.ts'
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
  return { drafts, invoices: [...invoices.values()], whole: complete.every(Boolean) }
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
