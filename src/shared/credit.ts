/** An invoice's amounts in Fiken, in øre. */
export interface CreditFacts {
  gross: number
  totalPaid: number
  outstanding: number
  creditNotes: readonly number[]
}

/** A credit note of an invoice; its sum can be positive or negative in Fiken. */
export interface NoteOfInvoice {
  creditNoteId: number
  gross: number
}

/**
 * The reasons why the credited sum is uncertain. `notes`: not all credit notes could be read.
 * `sums`: the credit notes add up to the whole invoice, but Fiken's other sums disagree.
 */
export const CREDIT_DOUBTS = ['notes', 'sums'] as const
export type CreditDoubt = (typeof CREDIT_DOUBTS)[number]

export interface Credited {
  /** The sum of the known credit notes, in øre. */
  sum: number
  inFull: boolean
  doubt: CreditDoubt | null
}

/**
 * Returns an invoice's credited sum, which is the sum of its credit notes. The paid and outstanding
 * amounts do not show it, because money that was paid back looks like money that was never owed;
 * but while an amount is outstanding, they must agree with the credit notes. If not all credit
 * notes are known, the sum is only a part.
 */
export function creditedOf(invoice: CreditFacts, notes: Iterable<NoteOfInvoice>): Credited {
  const ids = new Set(invoice.creditNotes)
  const sums = new Map<number, number>()
  for (const { creditNoteId, gross } of notes)
    if (ids.has(creditNoteId)) sums.set(creditNoteId, Math.abs(gross))
  const sum = [...sums.values()].reduce((all, gross) => all + gross, 0)
  if (sums.size < ids.size) return { sum, inFull: false, doubt: 'notes' }
  if (ids.size === 0 || sum < invoice.gross) return { sum, inFull: false, doubt: null }
  const { gross, totalPaid, outstanding } = invoice
  const agrees = outstanding === 0 || gross - totalPaid - outstanding === sum
  return { sum, inFull: agrees, doubt: agrees ? null : 'sums' }
}

/** The credit of a transfer's invoice in Fiken when last read, in øre. */
export interface SeenCredit {
  inFull: boolean
  outstanding: number
  /**
   * The ids of the invoice's credit notes, including unreadable ones. Absent in rows stored before
   * credit notes decided the credited sum: such an invoice is read once more, and until then does
   * not count as credited in full.
   */
  ids?: number[]
  doubt?: CreditDoubt
  /** The invoice's credit notes, oldest first; empty until they are in Fiken's list. */
  notes: { id?: number; number: string; date: string; gross: number }[]
}

/**
 * Returns true for a credit that was stored under the former rule (from paid and outstanding
 * amounts) and must be read again.
 */
export const isOfFormerRule = ({ ids }: Pick<SeenCredit, 'ids'>): boolean => ids === undefined

export const isCreditedInFull = (credit: SeenCredit | null): boolean =>
  credit !== null && credit.inFull && !isOfFormerRule(credit)

/** The credited part of the deposit's invoice that a draft, or its invoice, deducts, in øre. */
export interface DepositCredit {
  invoiceId: number
  /** The ids of the deposit invoice's credit notes; absent until they have been read. */
  ids?: number[]
  sum: number
  inFull: boolean
  doubt?: CreditDoubt
  /** The credit notes that the user has dealt with in Fiken ("Ordnet"). */
  settled?: number[]
}

/** Returns true until the user has dealt with all of the deposit's credit notes. */
export const isDepositCredited = (credit: DepositCredit | null): boolean =>
  (credit?.ids ?? []).some((id) => !credit?.settled?.includes(id))

export interface ReplacedInvoice {
  /** The company; absent in the oldest rows. */
  slug?: string
  /** The uuid of the draft that became the invoice, by which a repeated click is recognised. */
  draftUuid: string
  invoiceNumber: string
  /** The number of the credit note; "" until it is in Fiken's list. */
  creditNoteNumber: string
  /** The date of the credit note (yyyy-mm-dd); "" until it is in Fiken's list. */
  creditedOn: string
  reason: string
  at: string
  /** The credit notes' sum and the invoice's total in øre, as last read; absent in older rows. */
  credited?: { sum: number; gross: number; inFull: boolean }
}
