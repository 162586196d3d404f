import { use, useId, type ReactNode } from 'react'
import { ShownAs } from './Field.tsx'

interface SwitchFieldProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  /** True gives the field the initial focus of its dialog. */
  first?: boolean
}

export function SwitchField({
  label,
  hint,
  checked,
  onCheckedChange,
  disabled,
  first,
}: SwitchFieldProps) {
  const id = useId()
  const show = use(ShownAs)
  if (show) return show({ label, value: checked ? 'På' : 'Av', className: 'py-2' })
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-2">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        data-first={first || undefined}
        aria-checked={checked}
        onClick={() => onCheckedChange(!checked)}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="group grid h-11 shrink-0 place-items-center rounded-full outline-offset-0 disabled:cursor-not-allowed disabled:opacity-55"
      >
        <span className="block h-7 w-12 rounded-full border-2 border-line-strong bg-surface-2 transition-colors group-aria-checked:border-brand group-aria-checked:bg-brand">
          <span className="mt-0.75 block size-4.5 translate-x-1 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-5.5 group-aria-checked:bg-brand-ink" />
        </span>
      </button>
    </div>
  )
}
