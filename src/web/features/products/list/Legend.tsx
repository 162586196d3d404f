import { cx } from '../../../ui/cx.ts'
import { text } from '../text.ts'
import { STATUSES, type Status } from '../items-state.ts'

/** Classes for each status's shape and colour, so that users need not distinguish colours. */
const DOT: Record<Status, string> = {
  perfect: 'rounded-full border-ok bg-ok',
  deviation: 'rotate-45 border-wait bg-wait',
  duplicate: 'border-bad bg-bad',
  fiken_only: 'rounded-full border-info bg-surface',
  servicem8_only: 'border-info bg-surface',
  same_name: 'rotate-45 border-wait bg-surface',
}

export function Dot({ status }: { status: Status }) {
  return (
    <span aria-hidden className={cx('m-0.5 inline-block size-3 shrink-0 border-2', DOT[status])} />
  )
}

export function Legend({ onlyPrices }: { onlyPrices: boolean }) {
  const shown = onlyPrices ? STATUSES.filter((status) => status === 'deviation') : STATUSES
  return (
    <ul
      aria-label="Tegnforklaring"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-ink-2 sm:px-5"
    >
      {shown.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <Dot status={status} />
          {text.statuses[status]}
        </li>
      ))}
    </ul>
  )
}
