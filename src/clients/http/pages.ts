import { ExternalError } from './external-error.ts'
import type { Vendor } from './external-error.ts'

export interface Page<T> {
  rows: T[]
  /**
   * The errors of rows that could not be read, each naming its field. One unreadable row must not
   * hide the others from a sweep.
   */
  unreadable: ExternalError[]
  total: number | null
  /** The vendor's clock in milliseconds since 1970 when it responded; absent when unknown. */
  vendorTime?: number
}

export interface NumberedPage<T> extends Page<T> {
  pageCount: number | null
}

/** A limit of pages that none of our lists reaches; reading more pages means an endless loop. */
const MAX_PAGES = 5000

/**
 * Yields numbered pages (from 0) until the vendor's page count is reached or a page is empty.
 * @param fetchPage returns a page with the vendor's current page count (null when unknown, which
 * means to continue until an empty page)
 */
export async function* pagesByNumber<T>(
  vendor: Vendor,
  fetchPage: (page: number) => Promise<NumberedPage<T>>,
): AsyncGenerator<Page<T>> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { pageCount, ...answer } = await fetchPage(page)
    if (answer.rows.length + answer.unreadable.length === 0 && page > 0) return
    yield answer
    if (
      pageCount === null
        ? answer.rows.length + answer.unreadable.length === 0
        : page + 1 >= pageCount
    )
      return
  }
  throw endless(vendor)
}

/**
 * Yields pages by the cursor that each response gives for the next page. The first call uses "-1"
 * (ServiceM8). Stops when the cursor is absent or has been used before, since a repeated cursor
 * would loop forever.
 */
export async function* pagesByCursor<T>(
  vendor: Vendor,
  fetchPage: (cursor: string) => Promise<Page<T> & { next: string | null }>,
): AsyncGenerator<Page<T>> {
  const used = new Set<string>()
  let cursor: string | null = '-1'
  while (cursor !== null && cursor !== '' && !used.has(cursor)) {
    if (used.size >= MAX_PAGES) throw endless(vendor)
    used.add(cursor)
    const { next, ...answer }: Page<T> & { next: string | null } = await fetchPage(cursor)
    yield answer
    cursor = next
  }
}

/**
 * Returns all rows of a list.
 * @throws ExternalError if a row cannot be read, because the caller needs the whole list
 */
export async function allRows<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) {
    const [first] = page.unreadable
    if (first) throw first
    rows.push(...page.rows)
  }
  return rows
}

/** Parses the rows and collects the errors of those that cannot be read. */
export function readRows<T>(
  rows: readonly unknown[],
  parse: (row: unknown) => T,
): Pick<Page<T>, 'rows' | 'unreadable'> {
  const page: Pick<Page<T>, 'rows' | 'unreadable'> = { rows: [], unreadable: [] }
  for (const row of rows) {
    try {
      page.rows.push(parse(row))
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error
      page.unreadable.push(error)
    }
  }
  return page
}

function endless(vendor: Vendor): ExternalError {
  return new ExternalError({
    vendor,
    kind: 'bad_answer',
    doing: 'reading a list',
    details: `no end after ${MAX_PAGES} pages`,
  })
}
