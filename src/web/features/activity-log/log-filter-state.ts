import { ACTIVITY_TYPES, type ActivityType } from '#shared/contracts/activity-log'
import { isDate } from '#shared/dates'
import { text } from './text.ts'

/**
 * What the log is filtered by. It lives in the address, in Norwegian words, so that a view can be
 * shared; '' = no such filter.
 */
export interface LogFilter {
  type: ActivityType | ''
  result: 'vellykket' | 'feilet' | ''
  q: string
  from: string
  to: string
}

const NAMES: Record<keyof LogFilter, string> = {
  type: 'type',
  result: 'resultat',
  q: 'q',
  from: 'fra',
  to: 'til',
}

/** The filter in an address; invalid values are ignored. */
export function readFilter(search: URLSearchParams): LogFilter {
  const said = (key: keyof LogFilter) => search.get(NAMES[key]) ?? ''
  const result = said('result')
  const day = (key: 'from' | 'to') => (isDate(said(key)) ? said(key) : '')
  return {
    type: ACTIVITY_TYPES.find((type) => type === said('type')) ?? '',
    result: result === 'vellykket' || result === 'feilet' ? result : '',
    q: said('q').slice(0, 200),
    from: day('from'),
    to: day('to'),
  }
}

/** Puts one part of the filter into an address. */
export function writeFilter(
  search: URLSearchParams,
  key: keyof LogFilter,
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value) next.set(NAMES[key], value)
  else next.delete(NAMES[key])
  return next
}

export function isFiltered(filter: LogFilter): boolean {
  return Object.values(filter).some((value) => value !== '')
}

/** Why nothing is found. */
export function emptyOf({ from, to }: LogFilter): { title: string; why: string } {
  return from && to && from > to
    ? { title: text.datesSwapped, why: text.datesSwappedWhy }
    : { title: text.noMatch, why: text.noMatchWhy }
}

/** The filter as the list call takes it. */
export function filterQuery({ type, result, q, from, to }: LogFilter): Record<string, string> {
  const success = result === '' ? '' : String(result === 'vellykket')
  return Object.fromEntries(
    Object.entries({ type, success, q, from, to }).filter(([, value]) => value !== ''),
  )
}
