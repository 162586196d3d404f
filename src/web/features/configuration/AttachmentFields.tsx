import { ATTACHMENT_CHOICES } from '#shared/attachments'
import type { Configuration } from '#shared/contracts/configuration'
import { SelectField } from '../../ui/Field.tsx'
import type { Connect } from '../connections/useConnect.ts'
import { AskServicem8 } from './AskServicem8.tsx'
import { text } from './attachment-text.ts'
import { pick } from './pick.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'

export interface AttachmentFieldsProps {
  form: ConfigurationForm
  saved: Pick<Configuration, 'attachments' | 'attachmentsAllowed'>
  connected: boolean
  connect: Connect
}

/** The choice of attachments, and the way to ServiceM8's consent when one is needed. */
export function AttachmentFields({ form, saved, connected, connect }: AttachmentFieldsProps) {
  const { attachments: choice } = form.values
  // The question to ServiceM8 follows the saved value, not the one on the screen.
  const isOn = choice !== 'none' && saved.attachments !== 'none'
  const asks = isOn && connected && !saved.attachmentsAllowed
  return (
    <div className="grid gap-3">
      <SelectField
        label={text.choice}
        hint={text.hints[choice]}
        options={ATTACHMENT_CHOICES.map((value) => ({ value, label: text.choices[value] }))}
        value={choice}
        onChange={(event) =>
          form.edit({ attachments: pick(ATTACHMENT_CHOICES, event.target.value) })
        }
      />
      {choice !== 'none' && <p className="text-sm text-ink-2">{text.never}</p>}
      {asks && <AskServicem8 words={text} connect={connect} />}
    </div>
  )
}
