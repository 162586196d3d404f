import { storedCause, type CauseCode } from '#shared/causes/index'
import { addDays, addMonths, isDate, monthOf, monthRange, today } from '#shared/dates'
import { PAYMENT_STATUSES, paymentLabel, type PaymentStatus } from '#shared/payment-status'
import { PENDING_REASONS, type PendingReason } from '#shared/transfer-status'
import { text } from './text.ts'
import { text as payments } from './payment-text.ts'

/**
 * The word in the address that shows the deleted transfers; they have a status of their own beside
 * it.
 */
export const DELETED = 'deleted'

export const PAGE_SIZE = 50

/** What the status filter offers, in the words of the address. */
export const STATUSES = [
  { value: '', label: text.statusAll },
  { value: 'pending,queued', label: text.statusWaiting },
  { value: 'processing', label: text.statusProcessing },
  { value: 'completed', label: text.statusCompleted },
  { value: 'failed', label: text.statusFailed },
  { value: DELETED, label: text.statusDeleted },
] as const
type StatusChoice = (typeof STATUSES)[number]['value']

/** What the payment filter offers. */
export const PAYMENTS: readonly { value: PaymentStatus | ''; label: string }[] = [
  { value: '', label: payments.any },
  ...PAYMENT_STATUSES.map((value) => ({ value, label: paymentLabel(value).text })),
]

/** What the list is ordered by: the day is the job's, as in its rows. */
const SORT_VALUES = ['job_newest', 'job_oldest', 'largest', 'smallest'] as const
export type ListSort = (typeof SORT_VALUES)[number]
const FIRST_SORT: ListSort = 'job_newest'
export const SORTS = SORT_VALUES.map((value) => ({ value, label: text.sorts[value] }))

/** Days in words, so that a saved filter means this month, not the month it was saved in. */
const PERIOD_VALUES = ['', 'today', 'week', 'month', 'last_month', 'year', 'custom'] as const
export type Period = (typeof PERIOD_VALUES)[number]
export const PERIODS = PERIOD_VALUES.map((value) => ({ value, label: text.periods[value] }))

/** The first and last day of a period, yyyy-mm-dd; '' for an open end. */
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

/**
 * What the screen shows, as the address says it: a view can be shared and comes back with "back".
 */
export interface Filter {
  status: StatusChoice
  q: string
  period: Period
  /** Of the period "custom" only. */
  from: string
  to: string
  cause: CauseCode | ''
  /** Only what waits for this. */
  reason: PendingReason | ''
  payment: PaymentStatus | ''
  sort: ListSort
  page: number
}

/** Odd values are as good as none: an address may be written by hand. */
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
 * Another filter begins at its first page; what is as it is when nothing is said is left out of the
 * address.
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

/** What a saved filter keeps: everything but the page, as the address has it. */
export function savedQuery(filter: Filter): string {
  return writeFilter(new URLSearchParams(), { ...filter, page: 1 }).toString()
}

/**
 * Hits are found in the order in which the transfers were made, and putting them all in the jobs'
 * order would take long.
 */
export const isByArrival = ({ q, sort }: Pick<Filter, 'q' | 'sort'>): boolean =>
  q !== '' && sort === FIRST_SORT

/** Is anything left out of the list? */
export function isNarrowed({ status, q, period, cause, reason, payment }: Filter): boolean {
  return [status, q, period, cause, reason, payment].some((value) => value !== '')
}

/** Why a narrowed list is empty, in the words of what narrows it. */
export function emptyOf(filter: Filter): { title: string; why: string } {
  const { payment, status, q, period, from, to } = filter
  if (from && to && from > to) return { title: text.datesSwapped, why: text.datesSwappedWhy }
  if (payment) {
    const { text: word } = paymentLabel(payment)
    const title = isNarrowed({ ...filter, payment: '' })
      ? text.noPaymentHere(word)
      : text.noPayment(word)
    return { title, why: text.noPaymentWhy }
  }
  const onlyDeleted = status === DELETED && !isNarrowed({ ...filter, status: '' })
  if (onlyDeleted) return { title: text.noDeleted, why: text.noDeletedWhy }
  if (q) return { title: text.noMatch, why: text.noMatchWhy }
  return { title: text.noneChosen, why: period ? text.noneThenWhy : text.noneChosenWhy }
}

/** The filter as the calls take it, without page and order. */
export function listQuery(
  filter: Omit<Filter, 'sort' | 'page'>,
  now: Date = new Date(),
): Record<string, string> {
  const { status, q, cause, reason, payment } = filter
  const { from, to } = daysOf(filter, today(now))
  const which: Record<string, string> = status === DELETED ? { skipped: '1' } : { status }
  return { ...which, q, from, to, cause, reason, payment, ...(from || to ? { dates: 'job' } : {}) }
}
