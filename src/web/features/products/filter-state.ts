import type { Listed } from './items-state.ts'
import { plain } from './items-state.ts'

/** The numbers of products on a page; the first one is used until the user has chosen another. */
export const PAGE_SIZES = [10, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

export const pageSizeOf = (kept: string | null): PageSize =>
  PAGE_SIZES.find((size) => String(size) === kept) ?? PAGE_SIZES[0]

export const TYPES = ['all', 'fiken_only', 'servicem8_only', 'duplicates', 'price'] as const
/** A filter by type; `price` means pairs with different prices. */
export type Type = (typeof TYPES)[number]

export const STOCKS = ['all', 'in_stock', 'out_of_stock', 'inventory_out_of_stock'] as const
export type Stock = (typeof STOCKS)[number]

export const SORTS = [
  'name',
  '-name',
  'number',
  '-number',
  'price',
  '-price',
  'stock',
  '-stock',
] as const
export type Sort = (typeof SORTS)[number]

export interface Filter {
  q: string
  type: Type
  stock: Stock
  sort: Sort
  page: number
}

const among = <Value extends string>(known: readonly Value[], given: string | null, rest: Value) =>
  known.find((one) => one === given) ?? rest

export function readFilter(search: URLSearchParams): Filter {
  const page = Number(search.get('page'))
  return {
    q: search.get('q') ?? '',
    type: among(TYPES, search.get('type'), 'all'),
    stock: among(STOCKS, search.get('stock'), 'all'),
    sort: among(SORTS, search.get('sort'), 'name'),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

export function writeFilter(search: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const { q, type, stock, sort, page } = { ...readFilter(search), page: 1, ...change }
  const next = new URLSearchParams(search)
  const all = {
    q,
    type: type === 'all' ? '' : type,
    stock: stock === 'all' ? '' : stock,
    sort: sort === 'name' ? '' : sort,
    page: page === 1 ? '' : String(page),
  }
  for (const [key, value] of Object.entries(all)) {
    if (value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

export type Narrowing = Pick<Filter, 'q' | 'type' | 'stock'>

export const isNarrowed = ({ q, type, stock }: Narrowing): boolean =>
  q.trim() !== '' || type !== 'all' || stock !== 'all'

const OF_TYPE: Record<Exclude<Type, 'all'>, (one: Listed) => boolean> = {
  fiken_only: ({ item }) => item.kind === 'fiken_only',
  servicem8_only: ({ item }) => item.kind === 'servicem8_only',
  duplicates: ({ item }) => item.kind === 'duplicate',
  price: ({ deviates }) => deviates,
}

const isIn = (stock: number | null) => stock !== null && stock > 0
const isOut = (stock: number | null) => stock !== null && stock <= 0

/**
 * Tests of the stock filters. Products that are only in ServiceM8 match none of them, because Fiken
 * has no stock to compare with.
 */
const OF_STOCK: Record<Exclude<Stock, 'all'>, (one: Listed) => boolean> = {
  in_stock: (one) => isIn(one.fikenStock) || isIn(one.servicem8Stock),
  out_of_stock: (one) =>
    (isOut(one.fikenStock) || isOut(one.servicem8Stock)) && !OF_STOCK.in_stock(one),
  inventory_out_of_stock: (one) => isOut(one.fikenStock) && isOut(one.servicem8Stock),
}

export function found(list: readonly Listed[], { q, type, stock }: Narrowing): readonly Listed[] {
  if (!isNarrowed({ q, type, stock })) return list
  const words = plain(q).split(/\s+/).filter(Boolean)
  return list.filter(
    (one) =>
      (type === 'all' || OF_TYPE[type](one)) &&
      (stock === 'all' || (one.item.kind !== 'servicem8_only' && OF_STOCK[stock](one))) &&
      words.every((word) => one.words.includes(word)),
  )
}

/** Returns the price to sort by: Fiken's if there is one, because the invoice has that price. */
const priceOf = (one: Listed) => one.fikenPrice ?? one.servicem8Price
const stockOf = (one: Listed) => one.fikenStock ?? one.servicem8Stock

const ORDERS = new WeakMap<readonly Listed[], Map<Sort, readonly Listed[]>>()

/**
 * Returns the list in this sort order, which is cached.
 * @param list sorted by name; rows that are otherwise equal keep this order
 */
export function sorted(list: readonly Listed[], sort: Sort): readonly Listed[] {
  const orders = ORDERS.get(list) ?? new Map<Sort, readonly Listed[]>([['name', list]])
  ORDERS.set(list, orders)
  const known = orders.get(sort) ?? inOrder(list, sort)
  orders.set(sort, known)
  return known
}

function inOrder(list: readonly Listed[], sort: Sort): readonly Listed[] {
  const rising = !sort.startsWith('-')
  const by = sort.replace('-', '')
  if (by === 'name') return list.toReversed()
  if (by === 'number') return sortedByNumber(list, rising)
  const value = by === 'price' ? priceOf : stockOf
  return list.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    // Rows without a value come last in both directions.
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return rising ? a - b : b - a
  })
}

const sortedByNumber = (list: readonly Listed[], rising: boolean): readonly Listed[] =>
  list.toSorted(({ numberKey: a }, { numberKey: b }) => {
    if (a === b) return 0
    if (a === '' || b === '') return a === '' ? 1 : -1
    return a < b === rising ? -1 : 1
  })

export function pageOf<Row>(
  rows: readonly Row[],
  page: number,
  size: PageSize,
): { rows: readonly Row[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages }
}
