import type { FikenCompany } from '#clients/fiken/client'
import type { Page } from '#clients/http/pages'
import { addDays, dateOf } from '#shared/dates'
import { readCreditNotes } from '../drafts/credit-notes.ts'
import type { Ledger } from './ledger.ts'

/** The most times a list is read when rows leave it meanwhile. */
const MOST_TRIES = 3

export interface ReadOptions {
  signal: AbortSignal
  /** Called after each page with the rows so far, and in all. Waits while others need the lane. */
  pause: (step: 'drafts' | 'invoices', done: number, total: number | null) => Promise<void>
}

/**
 * Reads everything in a company that may belong to jobs since then, by list calls only. Drafts
 * first: one issued meanwhile is found as an invoice, which the other order would miss. Fiken dates
 * changes by the day and without a zone (Fiken reference §3), and a draft cannot have become an
 * invoice before its job was completed, so requesting what was changed since then misses nothing.
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
 * Reads a list to its end. Pages are counted from the start of the list: when a row is removed, the
 * next one moves to a page already read (Fiken reference §3), so the list is read again.
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
