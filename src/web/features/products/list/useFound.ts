import { useEffect, useMemo } from 'react'
import type { Comparison } from '#shared/contracts/products/comparison'
import { found, pageOf, sorted, SORTS, type Filter, type PageSize } from '../filter-state.ts'
import { listed, totalsOf, type Listed } from '../items-state.ts'

const NONE: readonly Listed[] = []

/**
 * Returns the products found. About twenty thousand rows are prepared and sorted once, so that a
 * typed letter or a filter only scans them.
 */
export function useFound(
  comparison: Comparison | null | undefined,
  { q, type, stock, sort, page }: Filter,
  size: PageSize,
) {
  const all = useMemo(() => (comparison ? listed(comparison) : NONE), [comparison])
  useEffect(() => orderAhead(all), [all])
  const totals = useMemo(() => comparison && totalsOf(comparison, all), [comparison, all])
  const ordered = useMemo(() => sorted(all, sort), [all, sort])
  const hits = useMemo(() => found(ordered, { q, type, stock }), [ordered, q, type, stock])
  const shown = useMemo(() => pageOf(hits, page, size), [hits, page, size])
  return { all, totals, hits, ...shown }
}

/**
 * Sorts by each column in idle time, so that the first click on a column header is fast. Browsers
 * without idle callbacks sort on click.
 */
function orderAhead(all: readonly Listed[]): (() => void) | undefined {
  if (!('requestIdleCallback' in window)) return undefined
  const missing = [...SORTS]
  let waiting = requestIdleCallback(function makeNext() {
    const sort = missing.shift()
    if (!sort) return
    sorted(all, sort)
    waiting = requestIdleCallback(makeNext)
  })
  return () => cancelIdleCallback(waiting)
}
