/** Fiken's facts about an invoice that decide how much of it is credited. Øre. */
export interface CreditFacts {
  gross: number
  totalPaid: number
  outstanding: number
  creditNotes: readonly number[]
}

/** A credit note of the invoice; Fiken may write its sum with either sign. */
export interface NoteOfInvoice {
  creditNoteId: number
  gross: number
}

/**
 * The reasons for which the credited sum is uncertain. `notes`: not all credit notes could be read.
 * `sums`: they come to the whole invoice, and Fiken still says otherwise.
 */
export const CREDIT_DOUBTS = ['notes', 'sums'] as const
export type CreditDoubt = (typeof CREDIT_DOUBTS)[number]

export interface Credited {
  /** The sum of the known credit notes, øre. */
  sum: number
  /** True when nothing of the invoice stands any more. */
  inFull: boolean
  doubt: CreditDoubt | null
}

/**
 * Returns the credited sum of an invoice: the sum of its credit notes. Paid and outstanding sums do
 * not tell, since money that is paid back looks like money that was never asked for; while
 * something is outstanding, though, they must agree. Without all of the notes it is a part.
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

/** The credit of a transfer's invoice in Fiken, as last seen. Øre. */
export interface SeenCredit {
  /** True when it asks for nothing any more. */
  inFull: boolean
  outstanding: number
  /**
   * The ids of its credit notes, including unreadable ones. Absent in rows from before the notes
   * decided: such an invoice is read once more, and is not credited in full until then.
   */
  ids?: number[]
  /** Absent while the credited sum is certain. */
  doubt?: CreditDoubt
  /** Its credit notes, oldest first; empty while Fiken's list does not show them. */
  notes: { id?: number; number: string; date: string; gross: number }[]
}

/**
 * Returns true for a credit stored under the former rule (paid and outstanding sums), so that it
 * has to be read once more.
 */
export const isOfFormerRule = ({ ids }: Pick<SeenCredit, 'ids'>): boolean => ids === undefined

/** Returns true when it is certain that nothing of the invoice stands any more. */
export const isCreditedInFull = (credit: SeenCredit | null): boolean =>
  credit !== null && credit.inFull && !isOfFormerRule(credit)

/** The credited part of the deposit's invoice that a draft, or its invoice, deducts. Øre. */
export interface DepositCredit {
  invoiceId: number
  /** The ids of its credit notes; absent until it has been asked about. */
  ids?: number[]
  sum: number
  inFull: boolean
  /** See {@link SeenCredit}. */
  doubt?: CreditDoubt
}

/** The fully credited invoice that a new draft of the job replaces. */
export interface ReplacedInvoice {
  /** The invoice's company in Fiken; absent in the oldest rows. */
  slug?: string
  /** The uuid of the draft that became it, by which a second click is recognised. */
  draftUuid: string
  invoiceNumber: string
  /** "" while Fiken's list does not show it. */
  creditNoteNumber: string
  /** yyyy-mm-dd; "" as above. */
  creditedOn: string
  reason: string
  at: string
  /** The sum of its credit notes and its own, as last read; absent in older rows. */
  credited?: { sum: number; gross: number; inFull: boolean }
}
