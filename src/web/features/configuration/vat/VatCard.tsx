import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { errorText } from '../../../lib/api.ts'
import { text } from '../text.ts'
import type { VatForm } from './useVatForm.ts'
import { VatRate } from './VatRate.tsx'

export function VatCard({ enabled, form }: { enabled: boolean; form: VatForm }) {
  const { rows, error, refetch } = form
  return (
    <Card id="mva" title={text.vat} intro={text.vatIntro} flush>
      {!enabled || rows?.length === 0 ? (
        <EmptyState title={text.vatEmpty} />
      ) : rows ? (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.taxRateUuid} className="px-4 py-4 sm:px-5">
              <VatRate
                row={row}
                changed={form.isChanged(row)}
                accounts={form.accounts}
                onEdit={(change) => form.edit(row.taxRateUuid, change)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded
          failed={text.vatFailed}
          why={error && errorText(error)}
          onRetry={() => void refetch()}
          rows={3}
        />
      )}
    </Card>
  )
}
