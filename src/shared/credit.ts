/** What Fiken says of an invoice, as far as it decides how much of it is credited. Øre. */
export interface CreditFacts {
  gross: number
  totalPaid: number
  outstanding: number
  /** The ids of its credit notes. */
  creditNotes: readonly number[]
}

/** A credit note of the invoice; Fiken may write its sum with either sign. */
export interface NoteOfInvoice {
  creditNoteId: number
  gross: number
}

/**
 * Why it is not certain how much is credited. `notes`: not all credit notes could be read. `sums`: they
 * come to the whole invoice, and Fiken still says otherwise.
 */
export const CREDIT_DOUBTS = ['notes', 'sums'] as const
export type CreditDoubt = (typeof CREDIT_DOUBTS)[number]

export interface Credited {
  /** By the credit notes that are known, øre. */
  sum: number
  /** Nothing of the invoice stands any more. */
  inFull: boolean
  doubt: CreditDoubt | null
}

/**
 * Returns how much of an invoice is credited: what its credit notes come to. What is paid and what is
 * left do not tell, since money that is paid back looks like money that was never asked for; as long as
 * something is left, though, they must agree. Without all of the notes it is a part.
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

/** What of a transfer's invoice has been credited in Fiken, as it was when it was last seen. Øre. */
export interface SeenCredit {
  /** It asks for nothing any more. */
  inFull: boolean
  /** What was left to be paid then. */
  outstanding: number
  /**
   * The ids of its credit notes, also of those that could not be read. Absent in what was stored before
   * the notes decided: it is read once more, and is not credited in full until then.
   */
  ids?: number[]
  /** Absent while it is certain how much is credited. */
  doubt?: CreditDoubt
  /** Its credit notes, oldest first; empty while Fiken's list does not show them. */
  notes: { id?: number; number: string; date: string; gross: number }[]
}

/** Was it stored when paid and outstanding decided, so that it has to be read once more? */
export const isOfFormerRule = ({ ids }: Pick<SeenCredit, 'ids'>): boolean => ids === undefined

/** Is it known for certain that nothing of the invoice stands any more? */
export const isCreditedInFull = (credit: SeenCredit | null): boolean =>
  credit !== null && credit.inFull && !isOfFormerRule(credit)

/** What is credited of the deposit's invoice that a draft, or the invoice of it, takes off. Øre. */
export interface DepositCredit {
  /** Of the deposit's invoice. */
  invoiceId: number
  /** The ids of its credit notes; absent until it has been asked about. */
  ids?: number[]
  sum: number
  inFull: boolean
  /** As for an invoice of ours. */
  doubt?: CreditDoubt
}

/** The invoice of a job that was credited in full, which a new draft of the job stands for. */
export interface ReplacedInvoice {
  /** The company in Fiken whose invoice it is; absent in what was stored at first. */
  slug?: string
  /** Of the draft that became it: a second click is about the same. */
  draftUuid: string
  invoiceNumber: string
  /** "" while Fiken's list does not show it. */
  creditNoteNumber: string
  /** yyyy-mm-dd; "" as above. */
  creditedOn: string
  /** Why, in the words of the person who started it. */
  reason: string
  at: string
  /**
   * What its credit notes come to, and what it is on, as it was last read; absent in what was stored
   * before the notes decided.
   */
  credited?: { sum: number; gross: number; inFull: boolean }
}
