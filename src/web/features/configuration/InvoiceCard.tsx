import { useState } from 'react'
import { DESCRIPTION_SOURCES, INVOICE_MODES } from '#shared/contracts/configuration'
import { useMay } from '../../lib/access/may.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { ValuesOnly } from '../../ui/ValuesOnly.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { text } from './text.ts'
import type { ConfigurationForm } from './useConfigurationForm.ts'
import { pick } from './configuration-state.ts'

/**
 * A card for choosing drafts or finished invoices. The latter requires a confirmation, because
 * invoices cannot be undone.
 */
export function InvoiceCard({ form }: { form: ConfigurationForm }) {
  const [confirming, setConfirming] = useState(false)
  const may = useMay()
  const {
    invoiceCreationMode: mode,
    invoiceDescriptionSource: source,
    autoCreateProducts,
  } = form.values
  const choose = (value: string) => {
    const chosen = pick(INVOICE_MODES, value)
    if (chosen === 'invoice') setConfirming(true)
    else form.edit({ invoiceCreationMode: chosen })
  }
  return (
    <Card id="fakturaopprettelse" title={text.invoice}>
      <div className="-mb-2 grid gap-2">
        <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2 xl:grid-cols-1">
          <ValuesOnly when={!may('invoice_mode')}>
            <SelectField
              label={text.invoiceMode}
              hint={text.invoiceModeHint[mode]}
              options={INVOICE_MODES.map((value) => ({ value, label: text.invoiceModes[value] }))}
              value={mode}
              onChange={(event) => choose(event.target.value)}
            />
          </ValuesOnly>
          <SelectField
            label={text.descriptionSource}
            options={DESCRIPTION_SOURCES.map((value) => ({
              value,
              label: text.descriptionSources[value],
            }))}
            value={source}
            onChange={(event) =>
              form.edit({ invoiceDescriptionSource: pick(DESCRIPTION_SOURCES, event.target.value) })
            }
          />
        </div>
        <SwitchField
          label={text.autoCreateProducts}
          hint={text.autoCreateProductsHint}
          checked={autoCreateProducts}
          onCheckedChange={(checked) => form.edit({ autoCreateProducts: checked })}
        />
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        tone="primary"
        title={text.confirmInvoice}
        description={text.confirmInvoiceWhy}
        confirm={text.confirmInvoiceButton}
        onConfirm={() => form.edit({ invoiceCreationMode: 'invoice' })}
      />
    </Card>
  )
}
