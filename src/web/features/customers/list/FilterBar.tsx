import { Info, Search } from 'lucide-react'
import { ToggleChip } from '../../../ui/ChoiceChip.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { text } from '../text.ts'
import { isNarrowed, toggled } from './filter-state.ts'
import { SHOWS, type Show } from './found-state.ts'

interface FilterBarProps {
  typed: string
  onType: (typed: string) => void
  show: readonly Show[]
  onShow: (show: Show[]) => void
  /** How many each filter would show; null until that is known. */
  counts: Record<Show, number> | null
  /** How many are shown. */
  status: string | null
  onClear: () => void
}

/**
 * Search, and a chip for each filter: on a phone in one line that scrolls sideways, so that the
 * list begins on the first screen.
 */
export function FilterBar({
  typed,
  onType,
  show,
  onShow,
  counts,
  status,
  onClear,
}: FilterBarProps) {
  return (
    <div className="grid gap-2 @xl:flex @xl:flex-wrap @xl:items-center">
      <TextField
        label={text.search}
        hideLabel
        type="search"
        placeholder={text.searchHint}
        maxLength={200}
        className="@xl:w-80"
        lead={<Search aria-hidden className="size-4" />}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <div
        role="group"
        aria-label={text.filters}
        className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] @xl:order-last @xl:mx-0 @xl:basis-full @xl:flex-wrap @xl:overflow-visible @xl:p-0"
      >
        {SHOWS.map((filter) => (
          <ToggleChip
            key={filter}
            pressed={show.includes(filter)}
            count={counts && text.number(counts[filter])}
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
      </div>
      <p role="status" className="min-h-5 min-w-0 flex-1 truncate text-sm text-ink-2">
        {status}
      </p>
      {show.includes('no_number') && (
        <p className="flex items-start gap-1.5 text-sm text-ink-2 @xl:order-last @xl:basis-full">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-info" />
          {text.whyNumber}
        </p>
      )}
    </div>
  )
}
