import type { Configuration } from '#shared/contracts/configuration'
import { text } from './payment-text.ts'

interface PaymentInput {
  /** The switch as it is on the screen. */
  switchedOn: boolean
  /** As saved: what ServiceM8 is asked for follows what the server knows. */
  saved: Pick<Configuration, 'writeBackPayments' | 'writeBackAllowed'>
  connected: boolean
}

/**
 * Whether payments are reported to ServiceM8. On means that it works: without its consent nothing
 * is reported.
 */
export function paymentState({ switchedOn, saved, connected }: PaymentInput): {
  chip: { tone: 'ok' | 'wait'; word: string } | null
  /** ServiceM8 can be asked now. */
  asks: boolean
  hint: string
} {
  const isOn = switchedOn && saved.writeBackPayments
  const asks = isOn && connected && !saved.writeBackAllowed
  const chip = saved.writeBackAllowed
    ? { tone: 'ok' as const, word: text.on }
    : { tone: 'wait' as const, word: text.waits }
  // Where consent is asked for now, or is given already, there is no need to announce it.
  const comes = !asks && !saved.writeBackAllowed
  return {
    chip: isOn ? chip : null,
    asks,
    hint: comes ? `${text.writeBackHint} ${text.onceMore}` : text.writeBackHint,
  }
}
