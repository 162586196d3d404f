import type { Configuration } from '#shared/contracts/configuration'

export const text = {
  title: 'Betaling',
  on: 'På',
  waits: 'Venter på godkjenning',
  writeBack: 'Meld betaling tilbake til ServiceM8',
  writeBackHint: 'Gjelder fakturaer som betales i Fiken mens dette er på.',
  onceMore: 'ServiceM8 må godkjenne én gang til.',
  ask: 'ServiceM8 må godkjenne at betalinger registreres',
  askWhy: 'Ingenting meldes før det er gjort. Alt annet virker som før.',
  allow: 'Godkjenn i ServiceM8',
} as const

interface PaymentInput {
  switchedOn: boolean
  saved: Pick<Configuration, 'writeBackPayments' | 'writeBackAllowed'>
  connected: boolean
}

/** Returns the card's state; recording payments counts as on only with ServiceM8's consent. */
export function paymentState({ switchedOn, saved, connected }: PaymentInput): {
  chip: { tone: 'ok' | 'wait'; word: string } | null
  /** True when ServiceM8's consent can be requested now. */
  asks: boolean
  hint: string
} {
  const isOn = switchedOn && saved.writeBackPayments
  const asks = isOn && connected && !saved.writeBackAllowed
  const chip = saved.writeBackAllowed
    ? { tone: 'ok' as const, word: text.on }
    : { tone: 'wait' as const, word: text.waits }
  // The hint announces a later consent if none is granted or being requested now.
  const comes = !asks && !saved.writeBackAllowed
  return {
    chip: isOn ? chip : null,
    asks,
    hint: comes ? `${text.writeBackHint} ${text.onceMore}` : text.writeBackHint,
  }
}
