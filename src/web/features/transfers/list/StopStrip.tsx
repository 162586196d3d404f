import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'

/** A cause that stops several jobs and that the user fixes once for all of them. */
export interface StopLine {
  key: string
  title: string
  count: string
  why: ReactNode
  acts: ReactNode
  /** True if a narrow screen shows the acts before the line is opened. */
  leads?: boolean
}

interface StopStripProps {
  tone: 'bad' | 'wait'
  icon: LucideIcon
  label: string
  folded: string
  lines: readonly StopLine[]
}

/** Number of lines shown before the others are collapsed. */
const FEW = 2

const TONES = {
  bad: { strip: 'bg-bad-soft/40', ink: 'text-bad' },
  wait: { strip: 'bg-wait-soft/40', ink: 'text-wait' },
}

export function StopStrip({ tone, icon: Icon, label, folded, lines }: StopStripProps) {
  const [all, setAll] = useState(false)
  const id = useId()
  if (lines.length === 0) return null
  const folds = lines.length > FEW
  const { strip, ink } = TONES[tone]
  const icon = <Icon aria-hidden className={cx('size-4 shrink-0', ink)} />
  return (
    <div className={cx('border-b border-line', strip)}>
      {folds && (
        <button
          type="button"
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
          className={cx(
            'flex min-h-11 w-full items-center gap-2 px-4 text-left text-sm font-semibold sm:px-5',
            ink,
          )}
        >
          {icon}
          <span className="min-w-0 truncate">{folded}</span>
          <Chevron open={all} />
        </button>
      )}
      <ul
        id={id}
        aria-label={label}
        hidden={folds && !all}
        className={cx('divide-y divide-line', folds && 'border-t border-line')}
      >
        {lines.map((line) => (
          <Line key={line.key} line={line} icon={icon} />
        ))}
      </ul>
    </div>
  )
}

const Chevron = ({ open }: { open: boolean }) => (
  <ChevronDown
    aria-hidden
    className={cx('size-4 shrink-0 transition-transform', open && 'rotate-180')}
  />
)

function Line({
  line: { title, count, why, acts, leads },
  icon,
}: {
  line: StopLine
  icon: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className="px-4 text-sm sm:px-5">
      <div className="flex min-h-11 items-center gap-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left"
        >
          {icon}
          <strong className="min-w-0 font-semibold @max-xl:line-clamp-2 @max-xl:leading-5 @xl:truncate">
            {title}
          </strong>
          <span className="shrink-0">
            <Badge>{count}</Badge>
          </span>
          <Chevron open={open} />
        </button>
        <span className="flex shrink-0 gap-2 @max-xl:hidden">{acts}</span>
      </div>
      <div
        id={id}
        hidden={!open && !leads}
        className={cx('grid gap-2 pb-3 @xl:pl-6', !open && '@xl:hidden')}
      >
        {open && <p>{why}</p>}
        <span className="flex flex-wrap gap-2 empty:hidden @xl:hidden">{acts}</span>
      </div>
    </li>
  )
}
