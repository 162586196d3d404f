import { ChevronDown } from 'lucide-react'
import { use, type ReactNode } from 'react'
import type { VatAccounts } from '#shared/contracts/vat'
import { Banner } from '../../../ui/Banner.tsx'
import { cx } from '../../../ui/cx.ts'
import { SelectField, ShownAs, TextField, type Option } from '../../../ui/Field.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { text } from '../text.ts'
import {
  accountError,
  accountOptions,
  isUnknownRate,
  isZeroRate,
  namesItsPercent,
  percentText,
  readiness,
  typesFor,
  withVatType,
  type VatEdit,
  type VatRow,
} from '../vat-state.ts'

/** Classes that keep the fields aligned on the narrowest phones, where one of two labels wraps. */
const ACCOUNT =
  'max-[26rem]:[&>label]:grid max-[26rem]:[&>label]:min-h-[3em] max-[26rem]:[&>label]:items-end'

interface VatRateProps {
  row: VatRow
  /** True with unsaved changes, which make server errors about the saved row outdated. */
  changed: boolean
  onEdit: (change: VatEdit) => void
  /** True if the dialog's button also confirms a rate of 0 %, so that no checkbox is needed. */
  confirmedByButton?: boolean
  accounts: VatAccounts | undefined
  /** Folds the rate to its first line, which is then a button. */
  fold?: { isOpen: boolean; onToggle: () => void }
}

export function VatRate({
  row,
  changed,
  onEdit,
  confirmedByButton = false,
  accounts,
  fold,
}: VatRateProps) {
  const { tone, word } = readiness(row, changed)
  const isUnknown = isUnknownRate(row)
  const isShown = use(ShownAs) !== null
  // The dialog's button solves the only problem, so no warning is needed.
  const confirms = confirmedByButton && isZeroRate(row) && row.problems.length === 1
  return (
    <fieldset className="grid">
      <legend className="w-full">
        <Line fold={fold}>
          <span className="font-semibold">{row.name}</span>
          {!namesItsPercent(row) && (
            <span className="text-ink-2 tabular-nums">{percentText(row)}</span>
          )}
          <StatusChip tone={tone}>{word}</StatusChip>
          {row.isDefault && (!fold || fold.isOpen) && (
            <span className="text-sm text-ink-2">{text.vatDefault}</span>
          )}
        </Line>
      </legend>
      {(!fold || fold.isOpen) && (
        <div className={cx('grid gap-3', fold && 'pb-3')}>
          {isUnknown ? (
            <Banner tone="wait" title={text.vatNoType(percentText(row))}>
              {text.vatNoTypeWhy}
            </Banner>
          ) : (
            !changed &&
            !confirms &&
            row.problems.length > 0 && (
              <Banner tone="wait" title={row.problems[0] ?? ''}>
                {row.problems.slice(1).join(' ')}
              </Banner>
            )
          )}
          {!isUnknown && (
            <div className="@container">
              <div className="grid grid-cols-2 gap-3 @lg:grid-cols-[1.4fr_1fr_1fr]">
                <SelectField
                  className="col-span-2 @lg:col-span-1"
                  label={text.vatType}
                  placeholder={text.vatChoose}
                  options={typesFor(row)}
                  value={row.vatType ?? ''}
                  onChange={(event) => onEdit(withVatType(row, event.target.value, accounts))}
                />
                <AccountField
                  label={text.goodsAccount}
                  options={accountOptions(row, row.goodsAccount, accounts)}
                  value={row.goodsAccount ?? ''}
                  onChoose={(goodsAccount) => onEdit({ goodsAccount })}
                />
                <AccountField
                  label={text.serviceAccount}
                  options={accountOptions(row, row.serviceAccount, accounts)}
                  value={row.serviceAccount ?? ''}
                  onChoose={(serviceAccount) => onEdit({ serviceAccount })}
                />
              </div>
            </div>
          )}
          {isZeroRate(row) && !confirmedByButton && !isShown && (
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
        </div>
      )}
    </fieldset>
  )
}

interface AccountFieldProps {
  label: string
  /** null when the chart of accounts is unknown, so that the account is typed. */
  options: readonly Option[] | null
  value: string
  onChoose: (account: string) => void
}

function AccountField({ label, options, value, onChoose }: AccountFieldProps) {
  return options ? (
    <SelectField
      className={ACCOUNT}
      label={label}
      placeholder={text.chooseAccount}
      options={options}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    />
  ) : (
    <TextField
      className={ACCOUNT}
      label={label}
      inputMode="numeric"
      value={value}
      error={accountError(value)}
      onChange={(event) => onChoose(event.target.value.trim())}
    />
  )
}

function Line({ fold, children }: { fold: VatRateProps['fold']; children: ReactNode }) {
  if (!fold)
    return <div className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">{children}</div>
  return (
    <button
      type="button"
      aria-expanded={fold.isOpen}
      onClick={fold.onToggle}
      className="flex min-h-9 w-full items-center gap-2.5 py-1 text-left pointer-coarse:min-h-11"
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
        {children}
      </span>
      <ChevronDown
        aria-hidden
        className={cx(
          'size-4 shrink-0 text-ink-2 transition-transform',
          fold.isOpen && 'rotate-180',
        )}
      />
    </button>
  )
}
