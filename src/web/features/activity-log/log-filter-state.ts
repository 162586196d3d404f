import { ACTIVITY_TYPES, type ActivityType } from '#shared/contracts/activity-log'
import { isDate } from '#shared/dates'

/** The activity log's filter, in the URL with Norwegian parameter values; '' means no filter. */
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

export function emptyOf({ from, to }: LogFilter): { title: string; why: string } {
  return from && to && from > to
    ? {
        title: 'Datoene står feil vei',
        why: 'Den første dagen er senere enn den siste. Bytt dem om.',
      }
    : { title: 'Ingen treff', why: 'Ingenting i loggen passer til filteret.' }
}

export function filterQuery({ type, result, q, from, to }: LogFilter): Record<string, string> {
  const success = result === '' ? '' : String(result === 'vellykket')
  return Object.fromEntries(
    Object.entries({ type, success, q, from, to }).filter(([, value]) => value !== ''),
  )
}
