import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { cx } from './cx.ts'

interface CheckboxProps {
  /** What is chosen with it, for those who do not see where it stands. */
  label: string
  checked: boolean | 'some'
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A box to tick, without a visible label; its target is larger than it looks. */
export function Checkbox({ label, checked, onCheckedChange, disabled, className }: CheckboxProps) {
  const some = checked === 'some'
  return (
    <Radix.Root
      aria-label={label}
      checked={some ? 'indeterminate' : checked}
      onCheckedChange={(now) => onCheckedChange(now === true)}
      disabled={disabled}
      className={cx(
        'group grid size-8 shrink-0 place-items-center rounded-control pointer-coarse:size-11',
        className,
      )}
    >
      <span className="grid size-5 place-items-center rounded border-2 border-line-strong bg-surface text-brand-ink group-data-[state=checked]:border-brand group-data-[state=checked]:bg-brand group-data-[state=indeterminate]:border-brand group-data-[state=indeterminate]:bg-brand">
        <Radix.Indicator>
          {some ? (
            <Minus aria-hidden className="size-3.5" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-3.5" strokeWidth={3} />
          )}
        </Radix.Indicator>
      </span>
    </Radix.Root>
  )
}
