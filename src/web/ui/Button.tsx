import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, MouseEventHandler, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger' | 'inherit'

const TONES: Record<ButtonTone, string> = {
  primary: 'border-brand bg-brand text-brand-ink hover:border-brand-hover hover:bg-brand-hover',
  secondary: 'border-line bg-surface text-ink hover:bg-surface-2 hover:border-line-strong',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-surface-2',
  danger: 'border-bad bg-bad text-bad-ink hover:border-bad-hover hover:bg-bad-hover',
  inherit: 'border-current bg-transparent text-current hover:bg-surface',
}

const SIZES = {
  md: 'min-h-10 px-3.5 pointer-coarse:min-h-11',
  sm: 'min-h-8 px-2.5 text-sm pointer-coarse:min-h-11 pointer-coarse:px-3.5',
} as const

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control border font-semibold transition-colors ' +
  'disabled:pointer-events-none disabled:opacity-55 aria-disabled:cursor-default aria-disabled:opacity-55'

/**
 * Wraps a click handler so that it ignores the second click of a double click, which arrives before
 * `pending` is rendered. A pending or `aria-disabled` button is not `disabled`, which would lose
 * the keyboard focus.
 */
function once(onClick: MouseEventHandler<HTMLButtonElement> | undefined, idle: boolean) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1 || idle) event.preventDefault()
    else onClick?.(event)
  }
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: ReactNode
  tone?: ButtonTone
  size?: keyof typeof SIZES
  pending?: boolean
  icon?: ReactNode
  /** True applies the button's styles to its only child element, for example a link. */
  asChild?: boolean
}

export function Button({
  tone = 'secondary',
  size = 'md',
  pending,
  icon,
  asChild,
  className,
  children,
  ...rest
}: ButtonProps) {
  const classes = cx(BASE, TONES[tone], SIZES[size], className)
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  const idle = pending === true || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      onClick={once(rest.onClick, idle)}
      className={classes}
      disabled={rest.disabled && !pending}
      aria-disabled={idle || undefined}
      aria-busy={pending || undefined}
    >
      {pending ? <Spinner label={null} /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  label: string
  icon: ReactNode
  tone?: ButtonTone
  pending?: boolean
}

export function IconButton({
  label,
  icon,
  tone = 'ghost',
  pending,
  className,
  ...rest
}: IconButtonProps) {
  const idle = pending === true || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      onClick={once(rest.onClick, idle)}
      aria-label={label}
      aria-busy={pending || undefined}
      aria-disabled={idle || undefined}
      disabled={rest.disabled && !pending}
      className={cx(BASE, TONES[tone], 'size-10 shrink-0 pointer-coarse:size-11', className)}
    >
      {pending ? <Spinner label={null} /> : icon}
    </button>
  )
}
