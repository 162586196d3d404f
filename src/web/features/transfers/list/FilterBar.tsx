import { causeOf } from '#shared/causes/index'
import type { PendingReason } from '#shared/transfer-status'
import { useSearchText } from '../../../lib/search-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ChoiceChip, RemovableChip } from '../../../ui/ChoiceChip.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { FilterFrame } from '../../../ui/FilterFrame.tsx'
import { SavedFiltersButton } from '../../saved-filters/SavedFiltersButton.tsx'
import { text } from '../text.ts'
import {
  isNarrowed,
  PAYMENTS,
  PERIODS,
  readFilter,
  savedQuery,
  SORTS,
  STATUSES,
  type Filter,
} from '../filter-state.ts'

const EVERYTHING: Partial<Filter> = {
  status: '',
  q: '',
  period: '',
  from: '',
  to: '',
  cause: '',
  reason: '',
  payment: '',
}

const reasonText = (reason: PendingReason) =>
  reason === 'refused' ? 'Betalt eller ikke godkjent' : text.pendingReasons[reason]

export function FilterBar({
  filter,
  onChange,
}: {
  filter: Filter
  onChange: (change: Partial<Filter>) => void
}) {
  const [typed, setTyped] = useSearchText(filter.q, (q) => onChange({ q }))
  return (
    <FilterFrame
      words={text}
      typed={typed}
      onType={setTyped}
      searchClass="@xl:w-68"
      chips={
        <>
          <ChoiceChip
            label={text.status}
            options={STATUSES}
            value={filter.status}
            onChange={(status) => onChange({ status })}
          />
          <ChoiceChip
            label="Periode"
            options={PERIODS}
            value={filter.period}
            onChange={(period) => onChange({ period, from: '', to: '' })}
          />
          <ChoiceChip
            label={text.payment}
            options={PAYMENTS}
            value={filter.payment}
            onChange={(payment) => onChange({ payment })}
          />
          <ChoiceChip
            label="Sortering"
            options={SORTS}
            className="@xl:hidden"
            value={filter.sort}
            onChange={(sort) => onChange({ sort })}
          />
          {filter.cause && (
            <RemovableChip
              label={text.clearCause(causeOf(filter.cause).title)}
              onRemove={() => onChange({ cause: '' })}
            >
              {causeOf(filter.cause).title}
            </RemovableChip>
          )}
          {filter.reason && (
            <RemovableChip
              label={text.clearCause(reasonText(filter.reason))}
              onRemove={() => onChange({ reason: '' })}
            >
              {reasonText(filter.reason)}
            </RemovableChip>
          )}
          <SavedFiltersButton
            list="transfers"
            query={savedQuery(filter)}
            onChoose={(query) => {
              const { page: _first, ...chosen } = readFilter(new URLSearchParams(query))
              setTyped(chosen.q)
              onChange(chosen)
            }}
          />
          {isNarrowed(filter) && (
            <Button
              size="sm"
              tone="ghost"
              className="shrink-0"
              onClick={() => {
                setTyped('')
                onChange(EVERYTHING)
              }}
            >
              Nullstill
            </Button>
          )}
        </>
      }
    >
      {filter.period === 'custom' && (
        <div className="grid grid-cols-2 gap-2 @xl:basis-full @xl:grid-cols-[10rem_10rem]">
          <TextField
            label="Fra og med"
            type="date"
            value={filter.from}
            onChange={(event) => onChange({ period: 'custom', from: event.target.value })}
          />
          <TextField
            label="Til og med"
            type="date"
            value={filter.to}
            onChange={(event) => onChange({ period: 'custom', to: event.target.value })}
          />
        </div>
      )}
    </FilterFrame>
  )
}
