import type { Call } from './access.ts'
import { fikenError } from './errors.ts'

/** Returns one page and sets Fiken's paging headers. `page` is from 0; `pageSize` is 1–100 (25). */
export function paged<Row>(call: Pick<Call, 'query' | 'reply'>, rows: readonly Row[]): Row[] {
  const page = wholeNumber(call.query['page'], 0)
  const size = wholeNumber(call.query['pageSize'], 25)
  if (page < 0) throw fikenError(400, 'page must be 0 or greater')
  if (size < 1 || size > 100) throw fikenError(400, 'pageSize must be between 1 and 100')
  void call.reply.headers({
    'fiken-api-page': String(page),
    'fiken-api-page-size': String(size),
    'fiken-api-page-count': String(Math.ceil(rows.length / size)),
    'fiken-api-result-count': String(rows.length),
  })
  return rows.slice(page * size, (page + 1) * size)
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value)) throw fikenError(400, `Invalid number: ${text}`)
  return value
}

/** Returns true if the parameter is absent or equals the whole value, ignoring case. */
export function equals(wanted: string | undefined, value: unknown): boolean {
  return wanted === undefined || String(value ?? '').toLowerCase() === wanted.toLowerCase()
}

/** Applies the query parameter `name` and its suffixes Le, Lt, Ge and Gt, by whole days. */
export function withinDates(query: Call['query'], name: string, date: string): boolean {
  const [exact, le, lt, ge, gt] = ['', 'Le', 'Lt', 'Ge', 'Gt'].map((suffix) => query[name + suffix])
  return (
    (!exact || date === exact) &&
    (!le || date <= le) &&
    (!lt || date < lt) &&
    (!ge || date >= ge) &&
    (!gt || date > gt)
  )
}
