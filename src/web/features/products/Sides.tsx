import type { Newer } from '#shared/contracts/products/comparison'
import { cx } from '../../ui/cx.ts'
import { text } from './text.ts'

interface SidesProps {
  fiken?: string
  servicem8?: string
  newer?: Newer
  /** Marks that the two values differ where they ought to be alike. */
  differs?: string | undefined
}

export function Sides({ fiken, servicem8, newer, differs }: SidesProps) {
  return (
    <span
      title={differs}
      className={cx(
        'grid gap-0.5 text-sm leading-tight whitespace-nowrap tabular-nums',
        differs && 'border-r-4 border-wait pr-1.5',
      )}
    >
      {differs && <span className="sr-only">{differs}: </span>}
      {fiken !== undefined && <Side system="Fiken" value={fiken} newer={newer === 'fiken'} />}
      {servicem8 !== undefined && (
        <Side system="ServiceM8" value={servicem8} newer={newer === 'servicem8'} />
      )}
    </span>
  )
}

function Side({ system, value, newer }: { system: string; value: string; newer: boolean }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      <span className="text-xs text-ink-2">{system}</span>
      <span className={newer ? 'font-semibold' : undefined} title={newer ? text.newer : undefined}>
        {value}
        {newer && <span className="sr-only"> ({text.newer})</span>}
      </span>
    </span>
  )
}
