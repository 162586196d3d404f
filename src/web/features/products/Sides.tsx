import type { Newer } from '#shared/contracts/products/comparison'
import { text } from './text.ts'

interface SidesProps {
  fiken?: string
  servicem8?: string
  newer?: Newer
}

export function Sides({ fiken, servicem8, newer }: SidesProps) {
  return (
    <span className="grid gap-0.5 text-sm leading-tight whitespace-nowrap tabular-nums">
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
