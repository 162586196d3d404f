import { CircleAlert, ChevronDown } from 'lucide-react'
import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'

const CONTROL =
  'w-full min-h-10 pointer-coarse:min-h-11 rounded-control border bg-surface px-3 py-1.5 text-ink placeholder:text-ink-2 ' +
  // Two date fields side by side on a phone need all the width for the year and the picker's
  // button.
  'max-sm:[&[type=date]]:px-2 max-sm:[&::-webkit-calendar-picker-indicator]:ms-0 ' +
  'pointer-coarse:text-[1rem] disabled:bg-surface-2 disabled:text-ink-2 disabled:cursor-not-allowed'

/** Draws a field where its value is only shown (ui/ValuesOnly.tsx); null elsewhere. */
export const ShownAs = createContext<((shown: ShownValueProps) => ReactNode) | null>(null)

export interface ShownValueProps {
  label: string
  value: ReactNode
  className?: string | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  /** The validation error, read aloud together with the input. */
  error?: string | undefined
  hideLabel?: boolean
}

interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Frame({
  label,
  hint,
  error,
  hideLabel,
  className,
  shown,
  children,
}: FieldProps & {
  className?: string
  shown: ReactNode
  children: (wiring: Wiring) => ReactNode
}) {
  const id = useId()
  const show = use(ShownAs)
  if (show) return show({ label, value: shown, className })
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={cx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'children'> & {
    lead?: ReactNode
    trail?: ReactNode
    under?: ReactNode
  }

/** A text field; `ref` and other props go to the input, as react-hook-form's register requires. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  lead,
  trail,
  under,
  ...input
}: TextFieldProps) {
  return (
    <Frame
      label={label}
      hint={hint}
      error={error}
      hideLabel={hideLabel}
      className={className}
      shown={input.value}
    >
      {(wiring) => (
        <div className="relative">
          {lead && (
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-2">
              {lead}
            </span>
          )}
          <input
            {...input}
            {...wiring}
            className={cx(
              CONTROL,
              error ? 'border-bad' : 'border-line-strong',
              lead ? 'pl-9' : null,
              trail ? 'pr-12' : null,
            )}
          />
          {trail && <span className="absolute inset-y-0 right-0 flex items-center">{trail}</span>}
          {under}
        </div>
      )}
    </Frame>
  )
}

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    options: readonly Option[]
    placeholder?: string
  }

/** A native select, because a phone's own picker is the easiest to use and needs no script. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Frame
      label={label}
      hint={hint}
      error={error}
      hideLabel={hideLabel}
      className={className}
      shown={options.find(({ value }) => value === select.value)?.label ?? placeholder}
    >
      {(wiring) => (
        <span className="relative block">
          <select
            {...select}
            {...wiring}
            className={cx(
              CONTROL,
              'appearance-none pr-9',
              error ? 'border-bad' : 'border-line-strong',
            )}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-2"
          />
        </span>
      )}
    </Frame>
  )
}
