import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { DailyFigures } from '#shared/contracts/overview'
import { ErrorLine } from '../../ui/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bone, Delayed } from '../../ui/Skeleton.tsx'
import { dailyOf, shortDate, text as words, type Daily } from './daily-state.ts'

interface DailyCardProps {
  days: readonly DailyFigures[] | undefined
  failed: boolean
  onRetry: () => void
}

/**
 * A card for the last thirty days, with the fetched jobs by completion date and how many are in
 * Fiken. Jobs that are not approved are not fetched, so the chart does not include all completed
 * jobs.
 */
export function DailyCard({ days, failed, onRetry }: DailyCardProps) {
  const daily = days && dailyOf(days)
  const [open, setOpen] = useState(false)
  const tableId = useId()
  const hasTable = daily !== undefined && daily.completed > 0
  return (
    <Card
      flush
      title={words.title}
      intro={hasTable ? words.sum(daily) : undefined}
      aside={
        hasTable && (
          <Button
            size="sm"
            aria-expanded={open}
            aria-controls={open ? tableId : undefined}
            onClick={() => setOpen(!open)}
          >
            {open ? words.hide : words.show}
          </Button>
        )
      }
      className="mt-4"
    >
      {days && daily ? (
        hasTable ? (
          <div className={cx('grid', open && 'lg:grid-cols-[1.65fr_1fr]')}>
            <Chart daily={daily} />
            {open && <DailyTable id={tableId} days={days.toReversed()} />}
          </div>
        ) : (
          <EmptyState
            title={words.none}
            action={
              <Button asChild size="sm">
                <Link to="/reconciliation">{words.earlier}</Link>
              </Button>
            }
          />
        )
      ) : failed ? (
        <ErrorLine className="px-4 py-4 sm:px-5" onRetry={onRetry}>
          {words.unknown}
        </ErrorLine>
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

function DailyTable({ id, days }: { id: string; days: readonly DailyFigures[] }) {
  const numbers = [words.completed, words.invoiced, words.left]
  return (
    <div
      id={id}
      role="region"
      tabIndex={0}
      aria-label={words.caption}
      className="max-h-72 overflow-y-auto border-line -outline-offset-2 max-lg:border-t lg:border-l"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{words.caption}</caption>
        <thead className="sticky top-0 bg-surface-2 text-ink-2">
          <tr>
            <th scope="col" className="py-2 pl-4 text-left font-semibold sm:pl-5">
              {words.date}
            </th>
            {numbers.map((head) => (
              <th
                key={head}
                scope="col"
                className="py-2 pl-2 text-right font-semibold last:pr-4 sm:last:pr-5"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.map(({ date, completed, invoiced }) => (
            <tr key={date} className={completed === 0 ? 'text-ink-2' : undefined}>
              <th scope="row" className="py-2 pl-4 text-left font-normal sm:pl-5">
                {shortDate(date)}
              </th>
              <td className="py-2 text-right">{completed}</td>
              <td className="py-2 text-right">{invoiced}</td>
              <td
                className={cx(
                  'py-2 pr-4 text-right sm:pr-5',
                  completed > invoiced && 'font-semibold text-wait',
                )}
              >
                {completed - invoiced}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The width of a bar as a share of the width of one day. */
const BAR = 0.66
const HEIGHT = 100

function Chart({ daily: { bars, top, ...sums } }: { daily: Daily }) {
  const named = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].filter(
    (bar) => bar !== undefined,
  )
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
          {bars.map((bar, index) => (
            <g key={bar.date} transform={`translate(${index + (1 - BAR) / 2} 0)`}>
              <title>{bar.label}</title>
              <rect x={-(1 - BAR) / 2} width={1} height={HEIGHT} fill="transparent" />
              <rect
                y={HEIGHT * (1 - bar.done)}
                width={BAR}
                height={HEIGHT * bar.done}
                className="fill-brand"
              />
              {/* Outlined instead of filled, so that the two parts differ in more than colour. */}
              <rect
                y={HEIGHT * (1 - bar.done - bar.left)}
                width={BAR}
                height={HEIGHT * bar.left}
                vectorEffect="non-scaling-stroke"
                className="fill-wait-soft stroke-wait"
              />
            </g>
          ))}
        </svg>
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between pl-9 text-xs text-ink-2 tabular-nums">
        {named.map(({ date }) => (
          <span key={date}>{shortDate(date)}</span>
        ))}
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-xs bg-brand" />
          {words.legendDone}
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-xs border border-wait bg-wait-soft" />
          {words.legendLeft}
        </span>
      </figcaption>
    </figure>
  )
}
