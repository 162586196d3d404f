import { v5 } from 'uuid'
import type { JobPayment } from '#clients/servicem8/types'
import { isDecimal, oreFromDecimal } from '#shared/money'

/**
 * Must never change: a restored backup, or a retry after years, has to find the same payment again.
 */
const PAYMENT_NAMESPACE = '2b1f7c1a-53c0-5d0e-8f0a-6c0d9e4b7a15'

interface PaymentIdentity {
  accountUuid: string
  fikenCompanySlug: string
  jobUuid: string
  /** The total paid of the invoice in Fiken including this payment, in øre. */
  paid: number
  /** The number of payments with this very identity that were deleted in ServiceM8. */
  round: number
}

/**
 * Computes the uuid of a payment in ServiceM8, without any random part or id of ours, so that the
 * same payment always has the same uuid, and one whose answer was lost is found instead of
 * registered twice.
 */
export function paymentUuid({
  accountUuid,
  fikenCompanySlug,
  jobUuid,
  paid,
  round,
}: PaymentIdentity): string {
  // JSON keeps the parts apart whatever characters they contain.
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

export type WriteBackPlan =
  /**
   * The payment exists under our uuid: an answer was lost, or a backup restored. The amount there,
   * in øre.
   */
  | { kind: 'ours'; amount: number }
  /** A user has registered as much by hand. */
  | { kind: 'enough' }
  /** The amount in øre. */
  | { kind: 'create'; uuid: string; amount: number }

interface PaidInvoice extends Omit<PaymentIdentity, 'round'> {
  /** The invoice's total in øre: no more than that is registered. */
  gross: number
  /**
   * The lines of the invoice. Fiken rounds each to whole øre, so the job's total in ServiceM8 may
   * differ by as many øre.
   */
  lineCount: number
  /**
   * The deposit taken off on the draft, in øre: that part of the registered payments belongs to the
   * deposit, not to this invoice.
   */
  deposit?: number
  /** The job's present payments in ServiceM8, including deleted ones. */
  payments: readonly Pick<JobPayment, 'uuid' | 'active' | 'amount'>[]
}

/**
 * Plans the payment that raises ServiceM8's paid amount to Fiken's, and never beyond: a deposit, or
 * a payment registered there by hand, is not registered once more.
 */
export function planWriteBack({
  gross,
  lineCount,
  deposit = 0,
  payments,
  ...identity
}: PaidInvoice): WriteBackPlan {
  const byUuid = new Map(payments.map((payment) => [payment.uuid.toLowerCase(), payment]))
  let round = 0
  let uuid = paymentUuid({ ...identity, round })
  // A deleted payment was deleted by a user, and its uuid is taken: an amount paid again since is
  // another payment.
  while (byUuid.get(uuid)?.active === false) {
    round += 1
    uuid = paymentUuid({ ...identity, round })
  }
  const ours = byUuid.get(uuid)
  if (ours) return { kind: 'ours', amount: oreOf(ours.amount) }
  const there = payments
    .filter(({ active }) => active)
    .reduce((sum, { amount }) => sum + oreOf(amount), 0)
  const missing = Math.min(identity.paid, gross) - Math.max(0, there - deposit)
  // With payments registered by hand, only rounding is missing: a payment of an øre helps no one.
  const enough = there > 0 ? lineCount : 0
  return missing > enough ? { kind: 'create', uuid, amount: missing } : { kind: 'enough' }
}

/**
 * Parses an amount; a malformed one counts as zero. A payment may then be registered twice, which
 * the user sees, but never one too few.
 */
const oreOf = (amount: string) => (isDecimal(amount) ? oreFromDecimal(amount) : 0)
