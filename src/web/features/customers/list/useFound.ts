import { useMemo } from 'react'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import type { Customer } from '#shared/contracts/customers'
import { pageOf, showsIn } from './filter-state.ts'
import { countsOf, found, listed } from './found-state.ts'

const NONE: readonly Customer[] = []
const NO_CHOICES: readonly CollectiveChoiceShown[] = []

/**
 * Returns the customers found by a search. The search data is computed once per load, and an
 * unchanged result is the same array, so that the list does not render again.
 */
export function useFound(
  customers: readonly Customer[] = NONE,
  choices: readonly CollectiveChoiceShown[] = NO_CHOICES,
  q: string,
  shows: string,
  page: number,
) {
  const all = useMemo(() => listed(customers, choices), [customers, choices])
  const counts = useMemo(() => countsOf(all), [all])
  const hits = useMemo(() => found(all, { q, show: showsIn(shows) }), [all, q, shows])
  const shown = useMemo(() => pageOf(hits, page), [hits, page])
  return { total: all.length, counts, hits: hits.length, ...shown }
}
