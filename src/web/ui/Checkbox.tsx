import { Check, Minus } from 'lucide-react'
import { cx } from './cx.ts'

interface CheckboxProps {
  /** The name for screen readers, understandable without the surroundings. */
  label: string
  checked: boolean | 'some'
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A checkbox with a target larger than its box. It is not Radix's, which renders three times. */
export function Checkbox({ label, checked, onCheckedChange, disabled, className }: CheckboxProps) {
  const Mark = checked === 'some' ? Minus : Check
  return (
    <button
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={checked === 'some' ? 'mixed' : checked}
      disabled={disabled}
      onClick={() => onCheckedChange(checked !== true)}
      onKeyDown={(event) => {
        // Enter does not toggle a checkbox, but would submit the form here.
        if (event.key === 'Enter') event.preventDefault()
      }}
      className={cx(
        'grid size-8 shrink-0 place-items-center rounded-control pointer-coarse:size-11',
        className,
      )}
    >
      <span
        className={cx(
          'grid size-5 place-items-center rounded border-2 text-brand-ink',
          checked ? 'border-brand bg-brand' : 'border-line-strong bg-surface',
        )}
      >
        {checked && <Mark aria-hidden className="size-3.5" strokeWidth={3} />}
      </span>
    </button>
  )
}
