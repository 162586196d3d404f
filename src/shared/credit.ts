/** What of a transfer's invoice has been credited in Fiken, as it was when it was last seen. Øre. */
export interface SeenCredit {
  /** It asks for nothing any more. */
  inFull: boolean
  /** What was left to be paid then. */
  outstanding: number
  /** Its credit notes, oldest first; empty while Fiken's list does not show them. */
  notes: { number: string; date: string; gross: number }[]
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
}
