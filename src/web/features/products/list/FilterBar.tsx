import { ScanBarcode } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ChoiceChip, RemovableChip } from '../../../ui/ChoiceChip.tsx'
import { FilterFrame } from '../../../ui/FilterFrame.tsx'
import { text } from '../text.ts'
import { isNarrowed, STOCKS, TYPES, type Filter, type Stock, type Type } from '../filter-state.ts'

const TYPE_OPTIONS = TYPES.filter((type) => type !== 'price').map((value) => ({
  value,
  label: text.types[value],
}))
const STOCK_OPTIONS = STOCKS.map((value) => ({ value, label: text.stocks[value] }))

interface FilterBarProps {
  typed: string
  onType: (typed: string) => void
  type: Type
  stock: Stock
  onChange: (change: Partial<Filter>) => void
  onClear: () => void
  onScan: () => void
}

export function FilterBar(props: FilterBarProps) {
  const { typed, onType, type, stock, onChange, onClear, onScan } = props
  return (
    <FilterFrame
      words={text}
      typed={typed}
      onType={onType}
      searchClass="@xl:w-72"
      searchTrail={
        <IconButton
          label="Skann strekkode"
          icon={<ScanBarcode aria-hidden className="size-4" />}
          onClick={onScan}
        />
      }
      chips={
        <>
          <ChoiceChip
            label="System"
            options={TYPE_OPTIONS}
            value={type === 'price' ? 'all' : type}
            onChange={(chosen) => onChange({ type: chosen })}
          />
          <ChoiceChip
            label="Lager"
            options={STOCK_OPTIONS}
            value={stock}
            onChange={(chosen) => onChange({ stock: chosen })}
          />
          {type === 'price' && (
            <RemovableChip
              label="Vis også dem uten prisavvik"
              onRemove={() => onChange({ type: 'all' })}
            >
              Prisavvik
            </RemovableChip>
          )}
          {isNarrowed({ q: typed, type, stock }) && (
            <Button size="sm" tone="ghost" className="shrink-0" onClick={onClear}>
              Nullstill
            </Button>
          )}
        </>
      }
    />
  )
}
