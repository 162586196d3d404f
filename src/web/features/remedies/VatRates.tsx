import type { VatForm } from '../configuration/vat/useVatForm.ts'
import { VatRate } from '../configuration/vat/VatRate.tsx'
import type { VatRow } from '../configuration/vat-state.ts'

interface VatRatesProps {
  form: VatForm
  rows: readonly VatRow[]
  missing: boolean
  onMissing: (missing: boolean) => void
}

export function VatRates({ form, rows, missing, onMissing }: VatRatesProps) {
  return (
    <>
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row.taxRateUuid} className="rounded-card border border-line p-4">
            <VatRate
              row={row}
              changed={form.isChanged(row)}
              accounts={form.accounts}
              confirmedByButton
              onEdit={(change) => {
                onMissing(false)
                form.edit(row.taxRateUuid, change)
              }}
            />
          </li>
        ))}
      </ul>
      {missing && (
        <p role="alert" className="text-sm text-bad">
          Velg MVA-type og begge kontoene først.
        </p>
      )}
    </>
  )
}
