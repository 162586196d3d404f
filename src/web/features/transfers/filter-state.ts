import { storedCause, type CauseCode } from '#shared/causes/index'
import { addDays, addMonths, isDate, monthOf, monthRange, today } from '#shared/dates'
import { PAYMENT_STATUSES, paymentLabel, type PaymentStatus } from '#shared/payment-status'
import { PENDING_REASONS, type PendingReason } from '#shared/transfer-status'
import { text } from './text.ts'

/**
 * The status in the address that shows deleted transfers, which have a status of their own besides.
 */
export const DELETED = 'deleted'

export const PAGE_SIZE = 50

/** The status filter's options, in the words of the address. */
export const STATUSES = [
  { value: '', label: 'Alle statuser' },
  { value: 'pending,queued', label: 'Venter' },
  { value: 'processing', label: 'Behandles' },
  { value: 'completed', label: 'Fullført' },
  { value: 'failed', label: 'Feil' },
  { value: DELETED, label: 'Slettede' },
] as const
type StatusChoice = (typeof STATUSES)[number]['value']

/** The payment filter's options. */
export const PAYMENTS: readonly { value: PaymentStatus | ''; label: string }[] = [
  { value: '', label: 'Alle betalinger' },
  ...PAYMENT_STATUSES.map((value) => ({ value, label: paymentLabel(value).text })),
]

/** The list's orders. The day is the job's, as in its row. */
const SORT_VALUES = ['job_newest', 'job_oldest', 'largest', 'smallest'] as const
export type ListSort = (typeof SORT_VALUES)[number]
const FIRST_SORT: ListSort = 'job_newest'
export const SORTS = SORT_VALUES.map((value) => ({ value, label: text.sorts[value] }))

/**
 * Periods in words, so that a saved filter means the present month, not the month it was saved in.
 */
const PERIOD_VALUES = ['', 'today', 'week', 'month', 'last_month', 'year', 'custom'] as const
export type Period = (typeof PERIOD_VALUES)[number]
export const PERIODS = PERIOD_VALUES.map((value) => ({ value, label: text.periods[value] }))

/** Returns the first and last day of a period, yyyy-mm-dd; '' for an open end. */
export function daysOf(
  { period, from, to }: Pick<Filter, 'period' | 'from' | 'to'>,
  today: string,
): { from: string; to: string } {
  const month = monthOf(today)
  const days = ({ first, last }: { first: string; last: string }) => ({ from: first, to: last })
  switch (period) {
    case '':
      return { from: '', to: '' }
    case 'custom':
      return { from, to }
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return days(monthRange(month))
    case 'last_month':
      return days(monthRange(addMonths(month, -1)))
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
  }
}

/** The list's filter, kept in the address so that a view can be shared and survives "back". */
export interface Filter {
  status: StatusChoice
  q: string
  period: Period
  /** Used by the period "custom" only. */
  from: string
  to: string
  cause: CauseCode | ''
  /** Shows only transfers that wait for this reason. */
  reason: PendingReason | ''
  payment: PaymentStatus | ''
  sort: ListSort
  page: number
}

/**
 * Reads the filter from the address. Invalid values are ignored, since an address may be written by
 * hand.
 */
export function readFilter(search: URLSearchParams): Filter {
  const word = (key: string) => search.get(key) ?? ''
  const day = (key: string) => (isDate(word(key)) ? word(key) : '')
  const page = Number(word('page'))
  const period = PERIOD_VALUES.find((known) => known === word('period')) ?? ''
  const isCustom = period === 'custom' || (period === '' && day('from') + day('to') !== '')
  return {
    status: STATUSES.find(({ value }) => value === word('status'))?.value ?? '',
    q: word('q'),
    period: isCustom ? 'custom' : period,
    from: isCustom ? day('from') : '',
    to: isCustom ? day('to') : '',
    cause: word('cause') === '' ? '' : storedCause(word('cause')),
    reason: PENDING_REASONS.find((known) => known === word('reason')) ?? '',
    payment: PAYMENT_STATUSES.find((known) => known === word('payment')) ?? '',
    sort: SORT_VALUES.find((known) => known === word('sort')) ?? FIRST_SORT,
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/**
 * Returns the address's parameters with changes. A changed filter starts at page 1, and default
 * values are left out.
 */
export function writeFilter(search: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const next = new URLSearchParams(search)
  const all = { page: 1, ...change }
  for (const [key, value] of Object.entries(all)) {
    if (value === '' || value === FIRST_SORT || value === 1) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** Returns a filter as saved: all but the page, in the address's form. */
export function savedQuery(filter: Filter): string {
  return writeFilter(new URLSearchParams(), { ...filter, page: 1 }).toString()
}

/**
 * Returns true when hits are listed in order of arrival: a search finds them in that order, and
 * sorting all by job would be slow.
 */
export const isByArrival = ({ q, sort }: Pick<Filter, 'q' | 'sort'>): boolean =>
  q !== '' && sort === FIRST_SORT

/** Returns true when a filter is set. */
export function isNarrowed({ status, q, period, cause, reason, payment }: Filter): boolean {
  return [status, q, period, cause, reason, payment].some((value) => value !== '')
}

/** Returns the explanation of an empty list, naming the filter. */
export function emptyOf(filter: Filter): { title: string; why: string } {
  const { payment, status, q, period, from, to } = filter
  if (from && to && from > to)
    return {
      title: 'Datoene står feil vei',
      why: 'Den første dagen er senere enn den siste. Bytt dem om.',
    }
  if (payment) {
    const { text: word } = paymentLabel(payment)
    const title = isNarrowed({ ...filter, payment: '' })
      ? `Ingen overføringer i utvalget er ${word.toLowerCase()}`
      : `Ingen overføringer er ${word.toLowerCase()}`
    return { title, why: 'Betalingen sjekkes i Fiken hver time.' }
  }
  const onlyDeleted = status === DELETED && !isNarrowed({ ...filter, status: '' })
  if (onlyDeleted)
    return {
      title: 'Ingen slettede overføringer',
      why: 'Det du sletter eller hopper over, blir liggende her og kan gjenopprettes.',
    }
  if (q)
    return {
      title: 'Ingen overføringer passer til søket',
      why: 'Prøv et annet ord, eller vis alle.',
    }
  return {
    title: 'Ingen overføringer i utvalget',
    why: period ? 'Velg andre dager, eller vis alle.' : 'Velg noe annet, eller vis alle.',
  }
}

/** Returns the filter as query parameters, without page and order. */
export function listQuery(
  filter: Omit<Filter, 'sort' | 'page'>,
  now: Date = new Date(),
): Record<string, string> {
  const { status, q, cause, reason, payment } = filter
  const { from, to } = daysOf(filter, today(now))
  const which: Record<string, string> = status === DELETED ? { skipped: '1' } : { status }
  return { ...which, q, from, to, cause, reason, payment, ...(from || to ? { dates: 'job' } : {}) }
}
