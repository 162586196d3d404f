/**
 * The invoice of a deposit that the user has chosen to take off the draft of one job (decision
 * 0051), as of the choice. It is read again each time it is used. Amounts are øre.
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
