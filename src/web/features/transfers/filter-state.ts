import { storedCause, type CauseCode } from '#shared/causes/index'
import { addDays, addMonths, isDate, monthOf, monthRange, today } from '#shared/dates'
import type { Need } from '#shared/needs/need'
import { PAYMENT_STATUSES, paymentLabel, type PaymentStatus } from '#shared/payment-status'
import { PENDING_REASONS, type PendingReason } from '#shared/transfer-status'
import { text } from './text.ts'

/** Value of the URL's status parameter that shows deleted transfers, whatever their status. */
export const DELETED = 'deleted'

export const PAGE_SIZE = 50

export const STATUSES = [
  { value: '', label: 'Alle statuser' },
  { value: 'act', label: 'Trenger deg' },
  { value: 'yes', label: 'Venter bare på et ja' },
  { value: 'pending,queued', label: 'Venter' },
  { value: 'processing', label: 'Behandles' },
  { value: 'completed', label: 'Fullført' },
  { value: 'failed', label: 'Feil' },
  { value: DELETED, label: 'Slettede' },
] as const
type StatusChoice = (typeof STATUSES)[number]['value']

export const PAYMENTS: readonly { value: PaymentStatus | ''; label: string }[] = [
  { value: '', label: 'Alle betalinger' },
  ...PAYMENT_STATUSES.map((value) => ({ value, label: paymentLabel(value).text })),
]

/** Sort orders of the list; `job_` sorts by the job's day as shown in its row. */
const SORT_VALUES = ['job_newest', 'job_oldest', 'largest', 'smallest'] as const
export type ListSort = (typeof SORT_VALUES)[number]
const FIRST_SORT: ListSort = 'job_newest'
export const SORTS = SORT_VALUES.map((value) => ({ value, label: text.sorts[value] }))

/** The periods as words, so that "this month" in a saved filter always means the current month. */
const PERIOD_VALUES = ['', 'today', 'week', 'month', 'last_month', 'year', 'custom'] as const
export type Period = (typeof PERIOD_VALUES)[number]
export const PERIODS = PERIOD_VALUES.map((value) => ({ value, label: text.periods[value] }))

/** Returns the period's first and last day, yyyy-mm-dd; '' for an open end. */
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

export interface Filter {
  status: StatusChoice
  q: string
  period: Period
  from: string
  to: string
  cause: CauseCode | ''
  reason: PendingReason | ''
  payment: PaymentStatus | ''
  sort: ListSort
  page: number
}

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

export function writeFilter(search: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const next = new URLSearchParams(search)
  const all = { page: 1, ...change }
  for (const [key, value] of Object.entries(all)) {
    if (value === '' || value === FIRST_SORT || value === 1) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

export function savedQuery(filter: Filter): string {
  return writeFilter(new URLSearchParams(), { ...filter, page: 1 }).toString()
}

/** Returns true for a search in order of arrival: sorting all its rows by job is slow. */
export const isByArrival = ({ q, sort }: Pick<Filter, 'q' | 'sort'>): boolean =>
  q !== '' && sort === FIRST_SORT

export function isNarrowed({ status, q, period, cause, reason, payment }: Filter): boolean {
  return [status, q, period, cause, reason, payment].some((value) => value !== '')
}

export const needIn = ({ status }: Pick<Filter, 'status'>): Need | undefined =>
  status === 'act' || status === 'yes' ? status : undefined

export function listQuery(
  filter: Omit<Filter, 'sort' | 'page'>,
  now: Date = new Date(),
): Record<string, string> {
  const { status, q, cause, reason, payment } = filter
  const { from, to } = daysOf(filter, today(now))
  const need = needIn(filter)
  const which: Record<string, string> =
    status === DELETED ? { skipped: '1' } : need ? { need } : { status }
  return { ...which, q, from, to, cause, reason, payment, ...(from || to ? { dates: 'job' } : {}) }
}
