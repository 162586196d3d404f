import { CircleAlert, ChevronDown } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'

const CONTROL =
  'w-full min-h-10 pointer-coarse:min-h-11 rounded-control border bg-surface px-3 py-1.5 text-ink placeholder:text-ink-2 ' +
  // Two dates beside each other on a phone: the year and its button need all the room.
  'max-sm:[&[type=date]]:px-2 max-sm:[&::-webkit-calendar-picker-indicator]:ms-0 ' +
  'pointer-coarse:text-[1rem] disabled:bg-surface-2 disabled:text-ink-2 disabled:cursor-not-allowed'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** The complaint about the value; read aloud together with the control. */
  error?: string | undefined
  /** True to show the label to screen readers only. */
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
  children,
}: FieldProps & { className?: string; children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
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
    /** An icon in front of the text. */
    lead?: ReactNode
    /** A button behind the text. */
    trail?: ReactNode
    /** Content that opens right under the input, over the content below. */
    under?: ReactNode
  }

/**
 * A labelled text input. Passes `ref` and the rest to the input, so react-hook-form's register
 * fits.
 */
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
    <Frame label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
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

/**
 * A labelled native select: a phone's own picker is the easiest with cold hands, and it needs no
 * script.
 */
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
    <Frame label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
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
