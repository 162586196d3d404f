/**
 * The payment status of a transfer's invoice. The stored status is determined only from Fiken's
 * data; `overdue` is added when the status is shown, because an invoice becomes overdue as days
 * pass and no request reports it.
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
 * The stored status. `gone` means that neither the draft nor an invoice made from it is in Fiken
 * any more, so nothing is to be paid.
 */
export type KnownPayment = Exclude<PaymentStatus, 'overdue'> | 'gone'

/** An invoice's amounts in Fiken, in øre. */
export interface InvoiceFacts {
  gross: number
  totalPaid: number
  outstanding: number
  /**
   * True for a closed invoice: unlike paid, also after a full credit note, a write-off and
   * "oppgjort uten betaling" (Fiken reference §11).
   */
  settled: boolean
  writtenOff: boolean
}

/**
 * Returns the payment status to store.
 * @param credited the result of creditedOf(), because only the credit notes show whether all of the
 * invoice is credited
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
 * The statuses after which no change is expected. A payment can still be reversed, so the invoice
 * is checked for some time.
 */
export const FINISHED: readonly KnownPayment[] = ['paid', 'credited', 'settled', 'gone']

/**
 * Returns the status to show today (yyyy-mm-dd, in Oslo); null if there is nothing to show. Payment
 * on the due date is on time.
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
