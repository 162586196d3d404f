import { Card } from '../../../ui/Card.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { text } from '../text.ts'
import type { ConfigurationForm } from '../useConfigurationForm.ts'

/** A card with how manual fetches and the recognition of customers behave. */
export function MatchingCard({ form }: { form: ConfigurationForm }) {
  const { enableFuzzyCustomerMatch, autoTransferOnSync } = form.values
  return (
    <Card id="flere-valg" title={text.more}>
      <div className="-my-2 divide-y divide-line">
        <SwitchField
          label={text.autoTransferOnSync}
          hint={text.autoTransferOnSyncHint}
          checked={autoTransferOnSync}
          onCheckedChange={(checked) => form.edit({ autoTransferOnSync: checked })}
        />
        <SwitchField
          label={text.fuzzy}
          hint={text.fuzzyHint}
          checked={enableFuzzyCustomerMatch}
          onCheckedChange={(checked) => form.edit({ enableFuzzyCustomerMatch: checked })}
        />
      </div>
    </Card>
  )
}
