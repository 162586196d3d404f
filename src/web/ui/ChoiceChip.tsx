import { ChevronDown, X } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Option } from './Field.tsx'

const CHIP =
  'inline-flex min-h-8 shrink-0 items-center rounded-full border text-sm pointer-coarse:min-h-11'
const OFF = 'border-line-strong bg-surface text-ink'
const ON = 'border-brand bg-brand-soft font-semibold text-ink'

interface ChoiceChipProps<Value extends string> {
  label: string
  options: readonly (Option & { value: Value })[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/**
 * A filter as a native select, so that phones show their own picker. Highlighted while active; the
 * first option means no filter.
 */
export function ChoiceChip<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: ChoiceChipProps<Value>) {
  const id = useId()
  const on = value !== options[0]?.value
  return (
    <span className={cx('relative inline-flex shrink-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
        className={cx(CHIP, on ? ON : OFF, 'field-sizing-content appearance-none pr-8 pl-3')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-2"
      />
    </span>
  )
}

export function PressChip({
  icon,
  children,
  ...button
}: Omit<ComponentProps<'button'>, 'className'> & { icon: ReactNode }) {
  return (
    <button type="button" {...button} className={cx(CHIP, OFF, 'gap-1.5 px-3')}>
      {icon}
      {children}
    </button>
  )
}

export function ToggleChip({
  pressed,
  count,
  onPress,
  children,
}: {
  pressed: boolean
  /** The number of rows as text; null while unknown, with the space reserved. */
  count: string | null
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(CHIP, pressed ? ON : OFF, 'gap-1.5 px-3 whitespace-nowrap')}
    >
      <span>{children}</span>
      <span className="min-w-4 text-right text-ink-2 tabular-nums">{count ?? '\u00a0'}</span>
    </button>
  )
}

export function RemovableChip({
  children,
  label,
  onRemove,
}: {
  children: string
  label: string
  onRemove: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onRemove}
      className={cx(CHIP, ON, 'max-w-80 gap-1.5 px-3')}
    >
      <span className="truncate">{children}</span>
      <X aria-hidden className="size-3.5 shrink-0" />
    </button>
  )
}
