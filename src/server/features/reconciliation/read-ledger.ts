import type { FikenCompany } from '#clients/fiken/client'
import type { Page } from '#clients/http/pages'
import { addDays, dateOf } from '#shared/dates'
import { readCreditNotes } from '../drafts/credit-notes.ts'
import type { Ledger } from './ledger.ts'

/** A list that rows leave while it is read is read again, at most so often. */
const MOST_TRIES = 3

export interface ReadOptions {
  signal: AbortSignal
  /**
   * After each page: how many rows there are so far, and in all. Waits while others have better use
   * for the lane.
   */
  pause: (step: 'drafts' | 'invoices', done: number, total: number | null) => Promise<void>
}

/**
 * Everything a company holds that may be of jobs since then, by list calls only. Drafts first:
 * one that is issued in the meantime is found as an invoice, where the other order would find it
 * nowhere. Fiken dates changes by the day and without a zone (Fiken reference §3), and a draft
 * cannot have become an invoice before its job was completed, so nothing is missed by asking for
 * what was changed since.
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
 * Pages are counted from the start of the list: when a row goes, the next one moves to a page that
 * has been read (Fiken reference §3).
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
