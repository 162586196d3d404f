import { ATTACHMENT_CHOICES } from '#shared/attachments'
import type { Configuration } from '#shared/contracts/configuration'
import { SelectField } from '../../ui/Field.tsx'
import type { Connect } from '../connections/useConnect.ts'
import { AskServicem8 } from './AskServicem8.tsx'
import type { ConfigurationForm } from './useConfigurationForm.ts'
import { pick } from './configuration-state.ts'

const text = {
  choice: 'Hva som følger med',
  choices: {
    none: 'Ingen vedlegg',
    pdf: 'PDF-er',
    all: 'Alle bilder og PDF-er',
  },
  hints: {
    none: 'Du kan likevel velge for én jobb.',
    pdf: 'Skjemaer og andre PDF-er følger med, bilder ikke. Gjelder utkast som lages eller oppdateres etter valget.',
    all: 'Store bilder gjøres mindre. Gjelder utkast som lages eller oppdateres etter valget.',
  },
  never:
    'ServiceM8s egen faktura og tilbud følger aldri med. Vedleggene sendes når utkastet er laget og kontrollert, så et vedlegg som feiler, stopper ikke utkastet.',
  ask: 'ServiceM8 må godkjenne at vedlegg hentes',
  askWhy: 'Ingen vedlegg hentes før det er gjort. Alt annet virker som før.',
  allow: 'Godkjenn i ServiceM8',
} as const

export interface AttachmentFieldsProps {
  form: ConfigurationForm
  saved: Pick<Configuration, 'attachments' | 'attachmentsAllowed'>
  connected: boolean
  connect: Connect
}

export function AttachmentFields({ form, saved, connected, connect }: AttachmentFieldsProps) {
  const { attachments: choice } = form.values
  // ServiceM8's consent is requested only once the choice has been saved.
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
