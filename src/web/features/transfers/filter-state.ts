import { TRANSFER_SORTS, type TransferSort } from '#shared/contracts/transfers'
import { isDate } from '#shared/dates'
import { PAYMENT_STATUSES, paymentLabel, type PaymentStatus } from '#shared/payment-status'
import { text as payments } from './payment-text.ts'
import { text } from './text.ts'

/** The word in the address that shows the deleted transfers; they have a status of their own beside it. */
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
]

/** What the payment filter offers. */
export const PAYMENTS: readonly { value: PaymentStatus | ''; label: string }[] = [
  { value: '', label: payments.any },
  ...PAYMENT_STATUSES.map((value) => ({ value, label: paymentLabel(value).text })),
]

export const SORTS = TRANSFER_SORTS.map((value) => ({ value, label: text.sorts[value] }))

/** What the screen shows, as the address says it: a view can be shared and comes back with "back". */
export interface Filter {
  status: string
  q: string
  from: string
  to: string
  cause: string
  payment: PaymentStatus | ''
  sort: TransferSort
  page: number
}

/** Odd values are as good as none: an address may be written by hand. */
export function readFilter(search: URLSearchParams): Filter {
  const word = (key: string) => search.get(key) ?? ''
  const day = (key: string) => (isDate(word(key)) ? word(key) : '')
  const page = Number(word('page'))
  return {
    status: STATUSES.some(({ value }) => value === word('status')) ? word('status') : '',
    q: word('q'),
    from: day('from'),
    to: day('to'),
    cause: word('cause'),
    payment: PAYMENT_STATUSES.find((known) => known === word('payment')) ?? '',
    sort: TRANSFER_SORTS.find((known) => known === word('sort')) ?? 'newest',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** Another filter begins at its first page; what is as it is when nothing is said is left out of the address. */
export function writeFilter(search: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const next = new URLSearchParams(search)
  const all = { page: 1, ...change }
  for (const [key, value] of Object.entries(all)) {
    if (value === '' || value === 'newest' || value === 1) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** Is anything left out of the list? */
export function isNarrowed({ status, q, from, to, cause, payment }: Filter): boolean {
  return [status, q, from, to, cause, payment].some((value) => value !== '')
}

/** Why a narrowed list is empty, in the words of what narrows it. */
export function emptyOf(filter: Filter): { title: string; why: string } {
  const { payment, status, q, from, to } = filter
  if (from && to && from > to) return { title: text.datesSwapped, why: text.datesSwappedWhy }
  if (payment) {
    const { text: word } = paymentLabel(payment)
    const title = isNarrowed({ ...filter, payment: '' }) ? text.noPaymentHere(word) : text.noPayment(word)
    return { title, why: text.noPaymentWhy }
  }
  const onlyDeleted = status === DELETED && !isNarrowed({ ...filter, status: '' })
  if (onlyDeleted) return { title: text.noDeleted, why: text.noDeletedWhy }
  if (q) return { title: text.noMatch, why: text.noMatchWhy }
  return { title: text.noneChosen, why: from || to ? text.noneThenWhy : text.noneChosenWhy }
}

/** The filter as the calls take it, without page and order. */
export function listQuery(filter: Omit<Filter, 'sort' | 'page'>): Record<string, string> {
  const { status, q, from, to, cause, payment } = filter
  const which: Record<string, string> = status === DELETED ? { skipped: '1' } : { status }
  return { ...which, q, from, to, cause, payment }
}

/** The numbers of the page buttons: a window of five around the one that is shown. */
export function pageWindow(page: number, pages: number, size = 5): number[] {
  const last = Math.max(1, pages)
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), last - size + 1))
  return Array.from({ length: Math.min(size, last) }, (_, index) => first + index)
}
