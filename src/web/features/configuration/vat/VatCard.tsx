import { useState } from 'react'
import { useLocation } from 'react-router'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { Card } from '../../../ui/Card.tsx'
import { errorText } from '../../../lib/api.ts'
import { text } from '../text.ts'
import { accountError, openAtFirst, type VatRow } from '../vat-state.ts'
import type { VatForm } from './useVatForm.ts'
import { VatRate } from './VatRate.tsx'

export function VatCard({ enabled, form }: { enabled: boolean; form: VatForm }) {
  const { rows, error, refetch } = form
  const { hash, key } = useLocation()
  const isMeant = hash === '#mva'
  return (
    <Card id="mva" title={text.vat} intro={text.vatIntro} flush>
      {!enabled || rows?.length === 0 ? (
        <p className="px-4 py-4 text-sm text-ink-2 sm:px-5">
          {enabled ? text.vatNone : text.vatUnknown}
        </p>
      ) : rows ? (
        <Rates key={isMeant ? key : ''} rows={rows} form={form} opensFirst={isMeant} />
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

interface RatesProps {
  rows: readonly VatRow[]
  form: VatForm
  /** True when a link led to the table: the first rate that lacks something is then open. */
  opensFirst: boolean
}

/** The rates, folded to one line each. */
function Rates({ rows, form, opensFirst }: RatesProps) {
  const [open, setOpen] = useState(() =>
    openAtFirst(rows, { opensFirst, isChanged: form.isChanged }),
  )
  const toggle = (uuid: string, now: boolean) => setOpen((all) => ({ ...all, [uuid]: now }))
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => {
        const { taxRateUuid: uuid } = row
        const isWrong = Boolean(accountError(row.goodsAccount) ?? accountError(row.serviceAccount))
        const isOpen = open[uuid] === true || isWrong
        return (
          <li key={uuid} className="px-4 sm:px-5">
            <VatRate
              row={row}
              changed={form.isChanged(row)}
              accounts={form.accounts}
              fold={{ isOpen, onToggle: () => toggle(uuid, !isOpen) }}
              onEdit={(change) => form.edit(uuid, change)}
            />
          </li>
        )
      })}
    </ul>
  )
}
