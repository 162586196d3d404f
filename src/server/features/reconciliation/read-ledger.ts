import type { FikenCompany } from '#clients/fiken/client'
import type { Page } from '#clients/http/pages'
import { addDays, dateOf } from '#shared/dates'
import { readCreditNotes } from '../documents/credit-notes.ts'
import type { Ledger } from './ledger.ts'

const MOST_TRIES = 3

export interface ReadOptions {
  signal: AbortSignal
  /**
   * Called after each page with the number of rows read and the total number. It waits while other
   * work needs the lane.
   */
  pause: (step: 'drafts' | 'invoices', done: number, total: number | null) => Promise<void>
}

/**
 * Reads all documents in a company that might belong to jobs since the given time, with list
 * requests only. Drafts are read first: a draft invoiced during the reading is then found as an
 * invoice, whereas the opposite order would miss it. Fiken gives changes by date without a time
 * zone (Fiken reference §3). A draft cannot have been invoiced before its job was completed, so the
 * documents changed since then include all of them.
 */
export async function readLedger(
  company: FikenCompany,
  since: Date,
  options: ReadOptions,
): Promise<Ledger> {
  const { signal } = options
  const drafts = await whole(
    () => company.drafts.list({ signal }),
    (draft) => draft.draftId,
    (done, total) => options.pause('drafts', done, total),
  )
  const modifiedSince = addDays(dateOf(since), -1)
  const invoices = await whole(
    () => company.invoices.list({ modifiedSince, signal }),
    (invoice) => invoice.invoiceId,
    (done, total) => options.pause('invoices', done, total),
  )
  const creditNotes = await readCreditNotes(company, invoices, { signal })
  return { slug: company.slug, drafts, invoices, creditNotes }
}

/**
 * Returns all rows of a list. Pages are counted from the start of the list: when a row is removed,
 * the next row moves to a page that was already read (Fiken reference §3), so the list is read
 * again.
 */
async function whole<T>(
  pages: () => AsyncIterable<Page<T>>,
  idOf: (row: T) => number,
  pause: (done: number, total: number | null) => Promise<void>,
): Promise<T[]> {
  for (let tries = 1; ; tries += 1) {
    const rows = new Map<number, T>()
    let total: number | null = null
    let shrunk = false
    for await (const page of pages()) {
      const [unreadable] = page.unreadable
      if (unreadable) throw unreadable
      for (const row of page.rows) rows.set(idOf(row), row)
      shrunk ||= total !== null && page.total !== null && page.total < total
      total = page.total
      await pause(rows.size, total)
    }
    const isWhole = total === null || (!shrunk && rows.size >= total)
    if (isWhole || tries === MOST_TRIES) return [...rows.values()]
  }
}
