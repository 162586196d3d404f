import { SHOWS, type Show } from './found-state.ts'

export const PAGE_SIZE = 50

export interface Filter {
  q: string
  show: readonly Show[]
  page: number
}

export function readFilter(search: URLSearchParams): Filter {
  const page = Number(search.get('page'))
  return {
    q: search.get('q') ?? '',
    show: showsIn(search.get('show') ?? ''),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

export function showsIn(named: string): Show[] {
  const names = named.split(',')
  return SHOWS.filter((show) => names.includes(show))
}

export function writeFilter(search: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const { q, show, page } = { ...readFilter(search), page: 1, ...change }
  const next = new URLSearchParams(search)
  const all = { q, show: show.join(','), page: page === 1 ? '' : String(page) }
  for (const [key, value] of Object.entries(all)) {
    if (value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

export const toggled = (show: readonly Show[], filter: Show): Show[] =>
  SHOWS.filter((one) => show.includes(one) !== (one === filter))

export const isNarrowed = ({ q, show }: Pick<Filter, 'q' | 'show'>): boolean =>
  q.trim() !== '' || show.length > 0

export function pageOf<Row>(
  rows: readonly Row[],
  page: number,
): { rows: readonly Row[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  return { rows: rows.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE), page: shown, pages }
}
