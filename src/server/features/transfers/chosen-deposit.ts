/**
 * A deposit invoice chosen for one job's draft (decision 0051), as it was when chosen; read again
 * each time it is used. Amounts are in øre.
 */
export interface ChosenDeposit {
  slug: string
  invoiceId: number
  invoiceNumber: string
  /** The issue date (yyyy-mm-dd). */
  issueDate: string
  gross: number
  at: string
}
