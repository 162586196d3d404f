/**
 * The payment of a transfer's invoice. Decided from Fiken's facts about the invoice, stored without
 * the calendar, and shown with it: an invoice becomes overdue by the passing of a day, which no
 * call reports.
 */
export const PAYMENT_STATUSES = [
  'draft',
  'invoiced',
  'part_paid',
  'paid',
  'overdue',
  'credited',
  'settled',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * The stored status. `gone`: neither the draft nor an invoice of it is in Fiken any more, so there
 * is nothing to be paid.
 */
export type KnownPayment = Exclude<PaymentStatus, 'overdue'> | 'gone'

/** Fiken's facts about an invoice, in øre. */
export interface InvoiceFacts {
  gross: number
  totalPaid: number
  outstanding: number
  /**
   * Also true after a full credit note, a write-off and "oppgjort uten betaling" (Fiken reference
   * §11): not the same as paid.
   */
  settled: boolean
  writtenOff: boolean
}

/**
 * Returns the status to store.
 * @param credited the result of creditedOf(): only the credit notes tell whether all of it is
 *   credited
 */
export function paymentOf(
  { totalPaid, outstanding, settled, writtenOff }: InvoiceFacts,
  credited: { inFull: boolean },
): KnownPayment {
  if (credited.inFull) return 'credited'
  if (writtenOff) return 'settled'
  if (outstanding <= 0 && totalPaid > 0) return 'paid'
  if (settled) return 'settled'
  return totalPaid > 0 ? 'part_paid' : 'invoiced'
}

/**
 * Statuses after which nothing more is expected. A payment may still be taken back, so the invoice
 * is followed for a while.
 */
export const FINISHED: readonly KnownPayment[] = ['paid', 'credited', 'settled', 'gone']

/**
 * Returns the status shown today (yyyy-mm-dd, in Oslo); null when there is nothing to show. Payment
 * on the due date itself is in time.
 */
export function shownPayment(
  known: KnownPayment,
  dueDate: string | null,
  today: string,
): PaymentStatus | null {
  if (known === 'gone') return null
  const isOpen = known === 'invoiced' || known === 'part_paid'
  return isOpen && (dueDate ?? today) < today ? 'overdue' : known
}

export function isKnownPayment(text: string | null): text is KnownPayment {
  return (
    text === 'gone' ||
    (text !== 'overdue' && (PAYMENT_STATUSES as readonly (string | null)[]).includes(text))
  )
}

const LABELS = {
  draft: { text: 'Utkast', tone: 'neutral' },
  invoiced: { text: 'Fakturert', tone: 'info' },
  part_paid: { text: 'Delvis betalt', tone: 'wait' },
  paid: { text: 'Betalt', tone: 'ok' },
  overdue: { text: 'Forfalt', tone: 'bad' },
  credited: { text: 'Kreditert', tone: 'neutral' },
  settled: { text: 'Oppgjort uten betaling', tone: 'neutral' },
} as const satisfies Record<
  PaymentStatus,
  { text: string; tone: 'wait' | 'ok' | 'bad' | 'info' | 'neutral' }
>

export const paymentLabel = (status: PaymentStatus) => LABELS[status]
