/**
 * The invoice of a deposit that a person has said is taken off the draft of one job (decision
 * 0051), as it was when it was chosen. It is read again each time it is used. Øre.
 */
export interface ChosenDeposit {
  slug: string
  invoiceId: number
  invoiceNumber: string
  /** yyyy-mm-dd. */
  issueDate: string
  gross: number
  at: string
}
