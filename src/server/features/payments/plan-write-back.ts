import { v5 } from 'uuid'
import type { JobPayment } from '#clients/servicem8/types'
import { isDecimal, oreFromDecimal } from '#shared/money'

/**
 * The namespace of the payments' uuids. It must never change: after a backup is restored, or at a
 * retry years later, the same payment must be found again.
 */
const PAYMENT_NAMESPACE = '2b1f7c1a-53c0-5d0e-8f0a-6c0d9e4b7a15'

interface PaymentIdentity {
  accountUuid: string
  fikenCompanySlug: string
  jobUuid: string
  /** The total amount in øre paid on the invoice in Fiken, including this payment. */
  paid: number
  /** The number of payments with the same identity that were deleted in ServiceM8. */
  round: number
}

/**
 * Computes a payment's uuid in ServiceM8 without random parts or our own ids. The same payment
 * always has the same uuid, so a payment whose response was lost is found instead of being
 * recorded twice.
 */
export function paymentUuid({
  accountUuid,
  fikenCompanySlug,
  jobUuid,
  paid,
  round,
}: PaymentIdentity): string {
  // JSON separates the parts unambiguously, whatever characters they contain.
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
   * The payment already exists under our uuid, because a response was lost or a backup was
   * restored. `amount` is its amount in ServiceM8, in øre.
   */
  | { kind: 'ours'; amount: number }
  /** A user has already recorded the amount manually. */
  | { kind: 'enough' }
  /** The payment must be created; `amount` is in øre. */
  | { kind: 'create'; uuid: string; amount: number }

interface PaidInvoice extends Omit<PaymentIdentity, 'round'> {
  /** The invoice's total in øre, which is the maximum to record. */
  gross: number
  /**
   * The number of lines on the invoice. Fiken rounds each line to whole øre, so the job's total in
   * ServiceM8 can differ by one øre per line.
   */
  lineCount: number
  /**
   * The deposit deducted on the draft, in øre. That part of the payments in ServiceM8 belongs to
   * the deposit, not to this invoice.
   */
  deposit?: number
  payments: readonly Pick<JobPayment, 'uuid' | 'active' | 'amount'>[]
}

/**
 * Plans the payment that raises the paid amount in ServiceM8 to the amount in Fiken, but never
 * above it, so that a deposit or a payment recorded manually in ServiceM8 is not recorded twice.
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
  // A payment deleted by a user keeps its uuid, so an amount paid again later gets another uuid.
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
  // If payments were recorded manually, a difference within rounding is not recorded.
  const enough = there > 0 ? lineCount : 0
  return missing > enough ? { kind: 'create', uuid, amount: missing } : { kind: 'enough' }
}

/**
 * Converts ServiceM8's kroner to øre; an invalid amount counts as zero. As a result, a payment can
 * be recorded twice, which the user can see, but is never omitted.
 */
const oreOf = (amount: string) => (isDecimal(amount) ? oreFromDecimal(amount) : 0)
