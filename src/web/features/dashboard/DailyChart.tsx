import { useId } from 'react'
import type { DailyFigures } from '#shared/contracts/overview'
import { formatDate } from '#shared/dates'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bone, Delayed } from '../../ui/Skeleton.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { dailyOf, shortDate, type Daily } from './daily-state.ts'
import { text } from './text.ts'

const words = text.daily

interface DailyCardProps {
  days: readonly DailyFigures[] | undefined
  failed: boolean
  onRetry: () => void
}

const COLUMNS: readonly Column<DailyFigures>[] = [
  { key: 'date', head: words.date, isName: true, cell: (day) => formatDate(day.date) },
  { key: 'completed', head: words.completed, align: 'right', cell: (day) => day.completed },
  { key: 'invoiced', head: words.invoiced, align: 'right', cell: (day) => day.invoiced },
  { key: 'left', head: words.left, align: 'right', cell: (day) => day.completed - day.invoiced },
]

/** The last thirty days: what was completed in ServiceM8, and how much of it is in Fiken. The table says all that the bars do. */
export function DailyCard({ days, failed, onRetry }: DailyCardProps) {
  const daily = days && dailyOf(days)
  return (
    <Card flush title={words.title} intro={daily && daily.completed > 0 ? words.sum(daily) : undefined} className="mt-4">
      {days && daily ? (
        daily.completed > 0 ? (
          <div className="grid lg:grid-cols-[1.65fr_1fr]">
            <Chart daily={daily} />
            <div className="max-h-72 overflow-y-auto border-line max-lg:border-t lg:border-l">
              <Table caption={words.caption} columns={COLUMNS} rows={days.toReversed()} rowKey={(day) => day.date} />
            </div>
          </div>
        ) : (
          <EmptyState title={words.none} />
        )
      ) : failed ? (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
          <p className="text-ink-2">{words.unknown}</p>
          <Button size="sm" onClick={onRetry}>
            {text.tryAgain}
          </Button>
        </div>
      ) : (
        <div className="p-4">
          <Delayed>
            <Bone className="h-56 w-full" />
          </Delayed>
        </div>
      )}
    </Card>
  )
}

/** Of a day's width, what the bar takes. */
const BAR = 0.66
const HEIGHT = 100

function Chart({ daily: { bars, top, ...sums } }: { daily: Daily }) {
  const hatch = useId()
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <figure className="flex flex-col px-4 py-4 sm:px-5">
      <div className="relative min-h-44 flex-1">
        {[top, top / 2, 0].map((line, index) => (
          <div
            key={line}
            aria-hidden
            className="absolute inset-x-0 border-t border-line text-xs text-ink-2 tabular-nums"
            style={{ top: `${index * 50}%` }}
          >
            <span className="absolute -top-2 left-0 bg-surface pr-1.5">{line}</span>
          </div>
        ))}
        <svg
          role="img"
          aria-label={words.sum(sums)}
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-y-0 right-0 h-full w-[calc(100%-2.25rem)]"
        >
          <pattern id={hatch} width="0.22" height="6" patternUnits="userSpaceOnUse">
            <rect width="0.22" height="6" className="fill-wait-soft" />
            <rect width="0.22" height="3" className="fill-wait" />
          </pattern>
          {bars.map((bar, index) => (
            <g key={bar.date} transform={`translate(${index + (1 - BAR) / 2} 0)`}>
              <title>{bar.label}</title>
              <rect x={-(1 - BAR) / 2} width={1} height={HEIGHT} fill="transparent" />
              <rect y={HEIGHT * (1 - bar.done)} width={BAR} height={HEIGHT * bar.done} className="fill-brand" />
              <rect
                y={HEIGHT * (1 - bar.done - bar.left)}
                width={BAR}
                height={HEIGHT * bar.left}
                fill={`url(#${CSS.escape(hatch)})`}
              />
            </g>
          ))}
        </svg>
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between pl-9 text-xs text-ink-2 tabular-nums">
        <span>{first && shortDate(first.date)}</span>
        <span>{last && shortDate(last.date)}</span>
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-xs bg-brand" />
          {words.legendDone}
        </span>
        <span className="inline-flex items-center gap-2">
          <span
            aria-hidden
            className="size-3 rounded-xs bg-[repeating-linear-gradient(0deg,var(--wait)_0_2px,var(--wait-soft)_2px_4px)]"
          />
          {words.legendLeft}
        </span>
      </figcaption>
    </figure>
  )
}
