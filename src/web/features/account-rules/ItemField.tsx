import { useState } from 'react'
import type { AccountRule } from '#shared/contracts/account-rules'
import { ComboField } from '../../ui/ComboField.tsx'
import { useItems } from './queries.ts'
import { text } from './text.ts'

interface ItemFieldProps {
  /** The chosen item's, or what is typed. */
  label: string
  chosen: boolean
  error: string | undefined
  onChange: (change: Partial<AccountRule>) => void
}

/** An item of ServiceM8, looked up while it is typed; only one from the list counts. */
export function ItemField({ label, chosen, error, onChange }: ItemFieldProps) {
  const [looking, setLooking] = useState(false)
  const { items, state } = useItems(label, looking && !chosen)
  const status = {
    searching: text.searching,
    failed: text.searchFailed,
    found: items.length > 0 ? text.hits(items.length) : text.noHits,
  }[state]
  return (
    <ComboField
      label={text.item}
      hint={text.itemHint}
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
