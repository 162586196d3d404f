import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RULE_KINDS, type AccountRule } from '#shared/contracts/account-rules'
import { errorText } from '../../lib/api.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { type useCategories, useItems } from './queries.ts'
import { ofKind, type EditedRule, type RuleErrors } from './rules-state.ts'
import { KIND_NAMES, text } from './text.ts'

const KINDS = RULE_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))
const ICON = 'size-4'

interface RuleFieldsProps {
  rule: EditedRule
  number: number
  isFirst: boolean
  isLast: boolean
  accounts: readonly { code: string; name: string }[]
  categories: ReturnType<typeof useCategories>
  errors: RuleErrors
  onChange: (change: Partial<AccountRule>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function RuleFields({
  rule,
  number,
  isFirst,
  isLast,
  accounts,
  categories,
  errors,
  onChange,
  onMove,
  onRemove,
}: RuleFieldsProps) {
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{text.rule(number)}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className="font-semibold">
          {text.rule(number)}
        </span>
        <span className="flex">
          <IconButton
            label={`Flytt regel ${number} opp`}
            icon={<ArrowUp aria-hidden className={ICON} />}
            aria-disabled={isFirst || undefined}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Flytt regel ${number} ned`}
            icon={<ArrowDown aria-hidden className={ICON} />}
            aria-disabled={isLast || undefined}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={`Fjern regel ${number}`}
            icon={<Trash2 aria-hidden className={ICON} />}
            onClick={onRemove}
          />
        </span>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <SelectField
          label="Gjelder"
          options={KINDS}
          value={rule.kind}
          onChange={({ target }) => {
            const kind = RULE_KINDS.find((each) => each === target.value)
            if (kind) onChange(ofKind(kind))
          }}
        />
        <About rule={rule} categories={categories} error={errors.value} onChange={onChange} />
        {accounts.length > 0 ? (
          <SelectField
            label={text.account}
            placeholder="Velg konto"
            options={optionsWith(accounts, rule.account)}
            value={rule.account}
            error={errors.account}
            onChange={({ target }) => onChange({ account: target.value })}
          />
        ) : (
          <TextField
            label={text.account}
            inputMode="numeric"
            autoComplete="off"
            value={rule.account}
            error={errors.account}
            onChange={({ target }) => onChange({ account: target.value })}
          />
        )}
      </div>
      {(rule.kind === 'labour' || rule.kind === 'goods') && errors.value && (
        <p className="text-sm text-bad">{errors.value}</p>
      )}
    </fieldset>
  )
}

/** Returns the accounts to choose from, with a chosen account that is no longer in the chart. */
function optionsWith(accounts: RuleFieldsProps['accounts'], chosen: string) {
  const options = accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
  const isKnown = chosen === '' || accounts.some(({ code }) => code === chosen)
  return isKnown ? options : [{ value: chosen, label: chosen }, ...options]
}

interface AboutProps extends Pick<RuleFieldsProps, 'rule' | 'categories' | 'onChange'> {
  error: string | undefined
}

function About({ rule, categories, error, onChange }: AboutProps) {
  const { kind, value, label } = rule
  switch (kind) {
    case 'item':
      return <ItemField label={label} chosen={value !== ''} error={error} onChange={onChange} />
    case 'category': {
      const known = categories.data ?? []
      const options = known.some((one) => one.value === value)
        ? known
        : [...(value === '' ? [] : [{ value, label }]), ...known]
      return (
        <SelectField
          label="Kategori"
          placeholder={categories.isPending ? 'Henter kategorier …' : 'Velg kategori'}
          options={options}
          value={value}
          error={categories.error ? errorText(categories.error) : error}
          hint={
            categories.data?.length === 0 ? 'Det er ingen jobbkategorier i ServiceM8.' : undefined
          }
          onChange={({ target }) =>
            onChange({
              value: target.value,
              label: options.find((one) => one.value === target.value)?.label ?? '',
            })
          }
        />
      )
    }
    case 'word':
      return (
        <TextField
          label="Linjen inneholder"
          hint="Store og små bokstaver er det samme."
          autoComplete="off"
          maxLength={100}
          value={value}
          error={error}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )
    case 'labour':
    case 'goods':
      return <span aria-hidden className="hidden sm:block" />
  }
}

interface ItemFieldProps {
  /** The name of the selected item, or the text typed so far. */
  label: string
  chosen: boolean
  error: string | undefined
  onChange: (change: Partial<AccountRule>) => void
}

function ItemField({ label, chosen, error, onChange }: ItemFieldProps) {
  const [looking, setLooking] = useState(false)
  const { items, state } = useItems(label, looking && !chosen)
  const status = {
    searching: 'Søker …',
    failed: 'Kunne ikke søke. Prøv igjen om litt.',
    found: items.length > 0 ? text.hits(items.length) : 'Ingen varer med denne teksten',
  }[state]
  return (
    <ComboField
      label="Vare eller timepris"
      hint="Søk på navn eller varenummer i ServiceM8."
      maxLength={100}
      value={label}
      error={error}
      onType={(typed) => {
        setLooking(true)
        onChange({ value: '', label: typed })
      }}
      suggests={!chosen && label.trim() !== ''}
      status={status}
      silent={items.length > 0}
      suggestions={items.map((item) => ({
        key: item.value,
        content: item.label,
        onPick: () => onChange({ value: item.value, label: item.label.slice(0, 200) }),
      }))}
    />
  )
}
