import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { TONE_CLASS, type Tone } from '../../ui/StatusChip.tsx'

export function Strip({
  tone,
  icon: Icon,
  headline,
  why,
  label,
  className,
  children,
}: {
  tone: Tone
  icon: LucideIcon
  headline: string
  why: ReactNode
  label?: string
  className?: string
  children?: ReactNode
}) {
  const Frame = label ? 'section' : 'div'
  return (
    <Frame
      aria-label={label}
      className={cx(
        'mb-4 flex min-h-17 flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-5',
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 items-center gap-4">
        <span
          className={cx('grid size-9 shrink-0 place-items-center rounded-full', TONE_CLASS[tone])}
        >
          <Icon aria-hidden className="size-5" />
        </span>
        <p className="min-w-0">
          <strong className="block font-semibold text-pretty">{headline}</strong>{' '}
          <span className="text-ink-2">{why}</span>
        </p>
      </div>
      {children}
    </Frame>
  )
}
