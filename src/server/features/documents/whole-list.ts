import type { NumberedPage } from '#clients/http/pages'

/**
 * Reads a complete list from Fiken. Returns null unless it is proved that no row is missing. Fiken
 * counts pages from the start and lists rows in the order of creation (Fiken reference §3). A row
 * that is removed during the read moves later rows towards the start, so a list of several pages is
 * read from the last page to the first: moved rows then land on pages that are still to be read. As
 * proof, every row must be readable, the ids must increase through the list, and every page must
 * report a total equal to the number of rows seen.
 * @param mostCalls the maximum number of calls; a longer list is not read
 * @throws whatever `read` throws
 */
export async function wholeList<T>(
  read: (page: number) => Promise<NumberedPage<T>>,
  idOf: (row: T) => number,
  mostCalls: number,
): Promise<T[] | null> {
  const first = await read(0)
  const { total, pageCount } = first
  if (total === null || pageCount === null) return null
  const pages: NumberedPage<T>[] = []
  if (pageCount <= 1) pages.push(first)
  else if (pageCount + 1 > mostCalls) return null
  else for (let page = pageCount - 1; page >= 0; page -= 1) pages.push(await read(page))

  const seen = new Map<number, T>()
  let lowest = Infinity
  for (const { rows, unreadable, total: claimed } of pages) {
    if (unreadable.length > 0 || claimed !== total) return null
    const ids = rows.map(idOf)
    if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? 0))) return null
    // A row moved to this page was also on a page that has been read.
    const others = rows.filter((row) => !seen.has(idOf(row)))
    if (others.some((row) => idOf(row) >= lowest)) return null
    for (const row of rows) seen.set(idOf(row), row)
    lowest = Math.min(lowest, ...ids)
  }
  return seen.size === total ? [...seen.values()] : null
}
