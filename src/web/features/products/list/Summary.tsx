import { cx } from '../../../ui/cx.ts'
import { text } from '../text.ts'
import type { Totals } from '../items-state.ts'

interface SummaryProps {
  totals: Totals
  priceFilter: boolean
  onPriceFilter: (on: boolean) => void
}

const CARD =
  'grid content-start gap-0.5 rounded-card border bg-surface px-3 py-2 text-left sm:px-4 sm:py-3'

export function Summary({ totals, priceFilter, onPriceFilter }: SummaryProps) {
  return (
    <ul
      aria-label="Oversikt"
      className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-5"
    >
      <Figure label={text.totals.fiken} value={totals.fiken} />
      <Figure label={text.totals.servicem8} value={totals.servicem8} />
      <Filtering
        label={text.totals.matched}
        value={totals.matched}
        hint="Vis bare prisavvik"
        on={priceFilter}
        onChange={onPriceFilter}
      />
      <Filtering
        label={text.totals.deviating}
        value={totals.deviating}
        on={priceFilter}
        onChange={onPriceFilter}
      />
      <Figure label={text.totals.all} value={totals.all} className="max-lg:col-span-2" />
    </ul>
  )
}

function Figure({ className, ...content }: { label: string; value: number; className?: string }) {
  return (
    <li className={cx(CARD, 'border-line', className)}>
      <Content {...content} />
    </li>
  )
}

interface FilteringProps {
  label: string
  value: number
  hint?: string
  on: boolean
  onChange: (on: boolean) => void
}

/** A figure that turns the filter of price differences on and off. */
function Filtering({ on, onChange, ...content }: FilteringProps) {
  return (
    <li className="contents">
      <button
        type="button"
        aria-pressed={on}
        onClick={() => onChange(!on)}
        className={cx(
          CARD,
          'transition-colors hover:bg-surface-2',
          on ? 'border-brand bg-brand-soft' : 'border-line-strong',
        )}
      >
        <Content {...content} />
      </button>
    </li>
  )
}

function Content({ label, value, hint }: { label: string; value: number; hint?: string }) {
  return (
    <>
      <span className="text-xs text-ink-2 sm:text-sm">{label}</span>
      <span className="text-lg font-semibold tabular-nums">{text.number(value)}</span>
      {hint && <span className="text-xs text-ink-2">{hint}</span>}
    </>
  )
}
