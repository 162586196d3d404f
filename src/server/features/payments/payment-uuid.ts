import { v5 } from 'uuid'

/** Never change: a restored backup, or a retry after years, must find the same payment again. */
const PAYMENT_NAMESPACE = '2b1f7c1a-53c0-5d0e-8f0a-6c0d9e4b7a15'

export interface PaymentIdentity {
  accountUuid: string
  fikenCompanySlug: string
  jobUuid: string
  /** All that is paid of the invoice in Fiken with this payment, øre. */
  paid: number
  /** How many payments of this very identity somebody has deleted in ServiceM8. */
  round: number
}

/**
 * The uuid that a payment gets in ServiceM8: no random part and no id of ours, so the same
 * payment has the same uuid forever, and one whose answer was lost is found and never registered
 * twice.
 */
export function paymentUuid({
  accountUuid,
  fikenCompanySlug,
  jobUuid,
  paid,
  round,
}: PaymentIdentity): string {
  // JSON keeps the parts apart whatever characters they hold.
  return v5(
    JSON.stringify([
      accountUuid.toLowerCase(),
      fikenCompanySlug,
      jobUuid.toLowerCase(),
      paid,
      round,
    ]),
    PAYMENT_NAMESPACE,
  )
}
