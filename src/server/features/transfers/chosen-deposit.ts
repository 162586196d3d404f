/**
 * The deposit invoice that the user has chosen to deduct from one job's draft (decision 0051), as
 * it was when chosen. The invoice is read again each time it is used. Amounts are in øre.
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
