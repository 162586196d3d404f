import type { JobPayment } from '#clients/servicem8/types'
import { isDecimal, oreFromDecimal } from '#shared/money'
import { paymentUuid, type PaymentIdentity } from './payment-uuid.ts'

export type WriteBackPlan =
  /** It is there under our uuid: an answer was lost, or a backup restored. Øre, as it is there. */
  | { kind: 'ours'; amount: number }
  /** Somebody has registered as much themselves. */
  | { kind: 'enough' }
  /** Øre. */
  | { kind: 'create'; uuid: string; amount: number }

interface PaidInvoice extends Omit<PaymentIdentity, 'round'> {
  /** The invoice, øre: more than that is never registered. */
  gross: number
  /**
   * Of the invoice. Fiken rounds each line to whole øre, so the job's total in ServiceM8 may differ
   * by as many øre.
   */
  lineCount: number
  /**
   * What of the job its draft took off for a deposit, øre: so much of what is registered there is
   * the deposit's, and not this invoice's.
   */
  deposit?: number
  /** Of the job, as ServiceM8 has them now; deleted ones too. */
  payments: readonly Pick<JobPayment, 'uuid' | 'active' | 'amount'>[]
}

/**
 * Brings what ServiceM8 knows to be paid up to what is paid in Fiken, and never beyond: a
 * deposit, or a payment that somebody registered there by hand, is not registered once more.
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
  // A deleted one was deleted by a person, and its uuid is taken: what has been paid again since is
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
  // Somebody has registered what the job costs, and only rounding is missing: a payment of an øre
  // helps no one.
  const enough = there > 0 ? lineCount : 0
  return missing > enough ? { kind: 'create', uuid, amount: missing } : { kind: 'enough' }
}

/**
 * An odd amount counts as zero: then a payment may be registered twice, which a person sees, but
 * never one too few.
 */
const oreOf = (amount: string) => (isDecimal(amount) ? oreFromDecimal(amount) : 0)
