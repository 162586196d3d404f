import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../ui/Button.tsx'
import { monthTitle, neighbours } from './reconciliation-state.ts'
import { text } from './text.ts'

/** One month at a time, never one to come. */
export function MonthPicker({
  month,
  now,
  onChange,
}: {
  month: string
  now: Date
  onChange: (month: string) => void
}) {
  const { previous, next } = neighbours(month, now)
  return (
    <div
      role="group"
      aria-label={text.month}
      className="flex items-center gap-1.5 max-sm:justify-between"
    >
      <IconButton
        label={text.previous}
        tone="secondary"
        icon={<ChevronLeft aria-hidden className="size-5" />}
        onClick={() => onChange(previous)}
      />
      <p aria-live="polite" className="min-w-42 text-center text-lg font-semibold tracking-tight">
        {monthTitle(month)}
      </p>
      <IconButton
        label={text.next}
        tone="secondary"
        icon={<ChevronRight aria-hidden className="size-5" />}
        disabled={next === null}
        onClick={() => next && onChange(next)}
      />
    </div>
  )
}
