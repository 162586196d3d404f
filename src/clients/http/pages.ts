import { ExternalError } from './external-error.ts'
import type { Vendor } from './external-error.ts'

export interface Page<T> {
  rows: T[]
  /**
   * The errors of rows that could not be read, each naming its field: one odd row must not hide the
   * others from a sweep.
   */
  unreadable: ExternalError[]
  /** The number of rows in the whole list; null when the vendor does not say. */
  total: number | null
  /** The vendor's clock when it answered, in milliseconds since 1970; absent when unknown. */
  vendorTime?: number
}

export interface NumberedPage<T> extends Page<T> {
  /** The number of pages at present; null = unknown. */
  pageCount: number | null
}

/** More pages than any list of ours: a traversal that comes this far goes in circles. */
const MAX_PAGES = 5000

/**
 * Walks numbered pages (0-based) until the vendor's page count is reached or a page is empty.
 * @param fetchPage returns a page, with the vendor's present page count (null = unknown, go on
 * until an empty page)
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
 * Walks pages by the cursor each answer gives for the next one. The first call is made with "-1"
 * (ServiceM8); an absent cursor ends the walk, and so does one that has been used before, which
 * would otherwise repeat forever.
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
 * @throws ExternalError for an unreadable row: a caller that needs the whole list cannot do with a
 *   part of it
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

/** Reads each row of a page, setting aside those that cannot be read. */
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
