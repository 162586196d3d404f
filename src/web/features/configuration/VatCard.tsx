import { useEffect, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { errorText } from '../../lib/api.ts'
import { useSaveVat, useVatMappings } from './queries.ts'
import { text } from './text.ts'
import {
  accountError,
  edited,
  isZeroRate,
  namesItsPercent,
  percentText,
  readiness,
  withVatType,
  type VatEdit,
  type VatRow,
} from './vat-state.ts'

const TYPES = Object.entries(text.vatTypes).map(([value, label]) => ({ value, label }))

/** On the narrowest phones one of the two labels breaks: the fields stand side by side all the same. */
const ACCOUNT = 'max-[26rem]:[&>label]:grid max-[26rem]:[&>label]:min-h-[3em] max-[26rem]:[&>label]:items-end'

/** How each of ServiceM8's tax rates is written in Fiken. Saved as a whole. */
export function VatCard({ enabled, onUnsaved }: { enabled: boolean; onUnsaved: (unsaved: boolean) => void }) {
  const { data, error, refetch } = useVatMappings(enabled)
  const [edits, setEdits] = useState<Record<string, VatEdit>>({})
  const save = useSaveVat()
  const rows = data?.map((row) => edited(row, edits[row.taxRateUuid]))
  const invalid = rows?.some((row) => accountError(row.goodsAccount) ?? accountError(row.serviceAccount)) ?? false
  const unsaved = Object.keys(edits).length > 0
  useEffect(() => onUnsaved(unsaved), [onUnsaved, unsaved])
  const edit = (uuid: string, change: VatEdit) => setEdits((all) => ({ ...all, [uuid]: { ...all[uuid], ...change } }))
  return (
    <Card id="mva" title={text.vat} intro={text.vatIntro} flush>
      {!enabled || rows?.length === 0 ? (
        <EmptyState title={text.vatEmpty} />
      ) : rows ? (
        <>
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <Rate
                key={row.taxRateUuid}
                row={row}
                changed={row.taxRateUuid in edits}
                onEdit={(change) => edit(row.taxRateUuid, change)}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-5">
            <Button
              tone={unsaved ? 'primary' : 'secondary'}
              pending={save.isPending}
              disabled={invalid || !unsaved}
              onClick={() => save.mutate(rows, { onSuccess: () => setEdits({}) })}
            >
              {text.vatSave}
            </Button>
            {unsaved && <p className="text-sm text-ink-2">{text.vatUnsaved}</p>}
          </div>
        </>
      ) : error ? (
        <ErrorState
          title={text.vatFailed}
          why={errorText(error)}
          action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
        />
      ) : (
        <SkeletonRows rows={3} label={text.loading} />
      )}
    </Card>
  )
}

interface RateProps {
  row: VatRow
  /** Changed on the screen: what the server said of the saved row is no longer about this one. */
  changed: boolean
  onEdit: (change: VatEdit) => void
}

function Rate({ row, changed, onEdit }: RateProps) {
  const { tone, word } = readiness(row, changed)
  return (
    <li className="px-4 py-4 sm:px-5">
      <fieldset className="grid gap-3">
        <legend className="mb-2 flex w-full flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold">{row.name}</span>
          {!namesItsPercent(row) && <span className="text-ink-2 tabular-nums">{percentText(row)}</span>}
          <StatusChip tone={tone}>{word}</StatusChip>
          {row.isDefault && <span className="text-sm text-ink-2">{text.vatDefault}</span>}
        </legend>
        {!changed && row.problems.length > 0 && (
          <Banner tone="wait" title={row.problems[0] ?? ''}>
            {row.problems.slice(1).join(' ')}
          </Banner>
        )}
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1.4fr_1fr_1fr]">
          <SelectField
            className="max-sm:col-span-2"
            label={text.vatType}
            placeholder={text.vatChoose}
            options={TYPES}
            value={row.vatType ?? ''}
            onChange={(event) => onEdit(withVatType(row, event.target.value))}
          />
          <TextField
            className={ACCOUNT}
            label={text.goodsAccount}
            inputMode="numeric"
            value={row.goodsAccount ?? ''}
            error={accountError(row.goodsAccount)}
            onChange={(event) => onEdit({ goodsAccount: event.target.value.trim() })}
          />
          <TextField
            className={ACCOUNT}
            label={text.serviceAccount}
            inputMode="numeric"
            value={row.serviceAccount ?? ''}
            error={accountError(row.serviceAccount)}
            onChange={(event) => onEdit({ serviceAccount: event.target.value.trim() })}
          />
        </div>
        {isZeroRate(row) && (
          <label className="inline-flex min-h-8 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-5 accent-brand"
              checked={row.confirmed}
              onChange={(event) => onEdit({ confirmed: event.target.checked })}
            />
            {text.confirmZero}
          </label>
        )}
      </fieldset>
    </li>
  )
}
