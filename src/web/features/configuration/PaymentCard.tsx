import type { Configuration } from '#shared/contracts/configuration'
import { Card } from '../../ui/Card.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { AskServicem8 } from './AskServicem8.tsx'
import { paymentState, text } from './payment-state.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'
import type { Connect } from '../connections/useConnect.ts'

interface PaymentCardProps {
  form: ConfigurationForm
  saved: Pick<Configuration, 'writeBackPayments' | 'writeBackAllowed'>
  connected: boolean
  connect: Connect
}

/**
 * A card for recording payments from Fiken in ServiceM8, whose consent is requested when the user
 * switches this on.
 */
export function PaymentCard({ form, saved, connected, connect }: PaymentCardProps) {
  const { writeBackPayments } = form.values
  const { chip, asks, hint } = paymentState({ switchedOn: writeBackPayments, saved, connected })
  return (
    <Card
      id="betaling"
      title={text.title}
      aside={chip && <StatusChip tone={chip.tone}>{chip.word}</StatusChip>}
    >
      <div className="-my-2 grid gap-3">
        <SwitchField
          label={text.writeBack}
          hint={hint}
          checked={writeBackPayments}
          onCheckedChange={(checked) => form.edit({ writeBackPayments: checked })}
        />
        {asks && <AskServicem8 words={text} connect={connect} purpose="payments" />}
      </div>
    </Card>
  )
}
