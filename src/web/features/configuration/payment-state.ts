import type { Configuration } from '#shared/contracts/configuration'
import { text } from './payment-text.ts'

interface PaymentInput {
  /** The switch as it stands on the screen. */
  wanted: boolean
  /** As saved: what ServiceM8 is asked for follows what the server knows. */
  saved: Pick<Configuration, 'writeBackPayments' | 'writeBackAllowed'>
  connected: boolean
}

/** How it is with payments being told to ServiceM8. On is only what works: without its consent nothing is told. */
export function paymentState({ wanted, saved, connected }: PaymentInput): {
  chip: { tone: 'ok' | 'wait'; word: string } | null
  /** ServiceM8 can be asked now. */
  asks: boolean
  hint: string
} {
  const isOn = wanted && saved.writeBackPayments
  const asks = isOn && connected && !saved.writeBackAllowed
  const chip = saved.writeBackAllowed ? { tone: 'ok' as const, word: text.on } : { tone: 'wait' as const, word: text.waits }
  // Where it is asked for, and once it is given, that it will be asked for is no news.
  const comes = !asks && !saved.writeBackAllowed
  return { chip: isOn ? chip : null, asks, hint: comes ? `${text.writeBackHint} ${text.onceMore}` : text.writeBackHint }
}
