import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { TONE_CLASS } from '../../ui/StatusChip.tsx'
import { priceText, stockText } from './amounts.ts'

interface ChangeRowProps {
  change: {
    what: 'price' | 'stock'
    name: string
    number: string
    /** The value before the change: a net price in øre, or a stock quantity. */
    before: number | null
    after: number
  }
  what: string
  label: string
  doubt: string | null
  becomes: string
  included: boolean
  onInclude: (now: boolean) => void
}

export function ChangeRow(props: ChangeRowProps) {
  const { change, what, label, doubt, becomes, included, onInclude } = props
  const { name, number, before, after } = change
  const say = change.what === 'price' ? priceText : stockText
  return (
    <li className={cx('flex items-center gap-2 py-1.5 text-sm', !included && 'text-ink-2')}>
      <Checkbox label={label} checked={included} onCheckedChange={onInclude} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{name}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-2">
          <span className="min-w-0 wrap-anywhere">
            {number} · {what}
          </span>
          {doubt !== null && (
            <span
              className={cx(
                TONE_CLASS.wait,
                'rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
              )}
            >
              {doubt}
            </span>
          )}
        </span>
      </span>
      <span className="shrink-0 text-right tabular-nums">
        <span className="text-ink-2 line-through">{say(before)}</span>
        <span className="sr-only"> {becomes}</span>{' '}
        <span className="block font-semibold">{say(after)}</span>
      </span>
    </li>
  )
}
