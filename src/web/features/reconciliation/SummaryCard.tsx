import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { ReconciliationSummary, ShownRow } from '#shared/contracts/reconciliation'
import { formatKroner } from '#shared/money'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { TONE_CLASS } from '../../ui/StatusChip.tsx'
import { differenceOf, missingOf, missingText, verdictOf } from './reconciliation-state.ts'
import { text } from './text.ts'

interface SummaryCardProps {
  summary: ReconciliationSummary
  checkedAt: string
  rows: readonly ShownRow[]
  now: Date
}

const ICONS = { ok: CircleCheck, bad: TriangleAlert, wait: Clock }
const FIGURES = ['jobs', 'inFiken', 'missing', 'underway', 'leftOut'] as const

export function SummaryCard({ summary, checkedAt, rows, now }: SummaryCardProps) {
  const { tone, sentence } = verdictOf(summary, rows, checkedAt, now)
  const Icon = ICONS[tone]
  const difference = differenceOf(summary, rows)
  const shown = FIGURES.filter(
    (part) => ['jobs', 'inFiken', 'missing'].includes(part) || summary[part].count > 0,
  )
  return (
    <Card flush>
      <div className="flex items-start gap-3 px-4 py-4 sm:px-5">
        <span
          className={cx('grid size-9 shrink-0 place-items-center rounded-full', TONE_CLASS[tone])}
        >
          <Icon aria-hidden className="size-5" />
        </span>
        <h2 className="pt-1 text-lg leading-snug font-semibold tracking-tight">{sentence}</h2>
      </div>
      <dl className="grid gap-px overflow-hidden border-t border-line bg-line last:rounded-b-card lg:auto-cols-fr lg:grid-flow-col">
        {shown.map((part) => (
          <div
            key={part}
            className="flex items-baseline justify-between gap-3 bg-surface px-4 py-2.5 sm:px-5 lg:block lg:py-3.5"
          >
            <dt className="shrink-0 text-sm text-ink-2">{text.figures[part]}</dt>
            <dd className="text-right tabular-nums lg:mt-0.5 lg:text-left">
              <span
                className={cx(
                  'font-semibold lg:block lg:text-xl',
                  part === 'missing' && summary.missing.count > 0 && 'text-bad',
                )}
              >
                {summary[part].count}
              </span>{' '}
              <span className="text-sm text-ink-2 max-lg:ml-1.5">
                {part === 'missing'
                  ? missingText(missingOf(rows))
                  : formatKroner(summary[part].ore)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {difference.length > 0 && (
        <p className="rounded-b-card border-t border-line bg-surface px-4 py-3 text-sm text-ink-2 sm:px-5">
          {difference.join(' ')}
        </p>
      )}
    </Card>
  )
}
