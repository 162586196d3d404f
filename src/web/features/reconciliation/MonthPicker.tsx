import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../ui/Button.tsx'
import { monthTitle, neighbours } from './reconciliation-state.ts'

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
      aria-label="Måned"
      className="flex items-center gap-1.5 max-sm:justify-between"
    >
      <IconButton
        label="Forrige måned"
        tone="secondary"
        icon={<ChevronLeft aria-hidden className="size-5" />}
        onClick={() => onChange(previous)}
      />
      <p aria-live="polite" className="min-w-42 text-center text-lg font-semibold tracking-tight">
        {monthTitle(month)}
      </p>
      <IconButton
        label="Neste måned"
        tone="secondary"
        icon={<ChevronRight aria-hidden className="size-5" />}
        disabled={next === null}
        onClick={() => next && onChange(next)}
      />
    </div>
  )
}
