import { Info } from 'lucide-react'
import { ToggleChip } from '../../../ui/ChoiceChip.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FilterFrame } from '../../../ui/FilterFrame.tsx'
import { text } from '../text.ts'
import { isNarrowed, toggled } from './filter-state.ts'
import { SHOWS, type Show } from './found-state.ts'

interface FilterBarProps {
  typed: string
  onType: (typed: string) => void
  show: readonly Show[]
  without: Show | null
  onShow: (show: Show[]) => void
  counts: Record<Show, number | null> | null
  status: string | null
  onClear: () => void
}

export function FilterBar({
  typed,
  onType,
  show,
  without,
  onShow,
  counts,
  status,
  onClear,
}: FilterBarProps) {
  return (
    <FilterFrame
      words={text}
      typed={typed}
      onType={onType}
      searchClass="@xl:w-80"
      chipsLast
      chips={
        <>
          {SHOWS.filter((filter) => filter !== without).map((filter) => (
            <ToggleChip
              key={filter}
              pressed={show.includes(filter)}
              count={counts?.[filter] == null ? null : text.number(counts[filter])}
              onPress={() => onShow(toggled(show, filter))}
            >
              {text.shows[filter]}
            </ToggleChip>
          ))}
          {isNarrowed({ q: typed, show }) && (
            <Button size="sm" tone="ghost" className="shrink-0" onClick={onClear}>
              {text.clearAll}
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="min-h-5 min-w-0 flex-1 truncate text-sm text-ink-2">
        {status}
      </p>
      {show.includes('no_number') && (
        <p className="flex items-start gap-1.5 text-sm text-ink-2 @xl:order-last @xl:basis-full">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-info" />
          {text.whyNumber}
        </p>
      )}
    </FilterFrame>
  )
}
