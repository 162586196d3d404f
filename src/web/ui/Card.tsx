import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

interface CardProps {
  title?: ReactNode
  aside?: ReactNode
  intro?: ReactNode
  children: ReactNode
  /** True removes the padding, for lists that reach the edges. */
  flush?: boolean
  className?: string
  id?: string
}

/** A card; with a title, the card is a landmark with that name. */
export function Card({ title, aside, intro, children, flush, className, id }: CardProps) {
  const heading = useId()
  const body = flush ? children : <div className="px-4 py-4 sm:px-5">{children}</div>
  if (!title)
    return <div className={cx('rounded-card border border-line bg-surface', className)}>{body}</div>
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={cx(
        'scroll-mt-20 rounded-card border border-line bg-surface focus:outline-2 focus:outline-brand',
        className,
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
        <div className="min-w-0">
          <h2 id={heading} className="font-semibold">
            {title}
          </h2>
          {intro && <p className="mt-0.5 text-sm text-ink-2">{intro}</p>}
        </div>
        {aside}
      </header>
      {body}
    </section>
  )
}
