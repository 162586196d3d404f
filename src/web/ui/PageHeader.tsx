import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function PageHeader({
  title,
  aside,
  subtitle,
  actions,
  compact,
  stacked,
}: {
  title: ReactNode
  aside?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** True shows only the title and the actions on phones, on one line if there is room. */
  compact?: boolean
  /**
   * True keeps the actions below the title up to a wide window, if their width is known late, and
   * hides the subtitle on phones.
   */
  stacked?: boolean
}) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-start gap-x-6 gap-y-3',
        compact
          ? 'mb-3 max-sm:items-center max-sm:gap-x-2 min-[22.5rem]:max-sm:flex-nowrap sm:mb-5'
          : 'mb-5',
      )}
    >
      <div
        className={cx(
          'min-w-0 flex-1',
          compact ? 'max-[22.5rem]:basis-full sm:basis-60' : 'basis-60',
        )}
      >
        <div className="flex min-w-0 items-center gap-2.5">
          <h1
            className={cx(
              'text-2xl leading-tight font-semibold tracking-tight max-sm:text-xl max-[26rem]:text-[1.05rem]',
              compact && 'max-sm:truncate',
            )}
          >
            {title}
          </h1>
          {aside}
        </div>
        {subtitle && (
          <p className={cx('mt-1 text-ink-2', (compact || stacked) && 'max-sm:hidden')}>
            {subtitle}
          </p>
        )}
      </div>
      {actions && (
        <div
          className={cx(
            'flex max-w-full items-center gap-2',
            compact ? 'sm:flex-wrap' : 'flex-wrap max-sm:w-full',
            stacked && 'max-lg:w-full max-lg:flex-nowrap',
          )}
        >
          {actions}
        </div>
      )}
    </div>
  )
}
