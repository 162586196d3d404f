import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { TONE_CLASS } from './StatusChip.tsx'

interface BannerProps {
  tone: 'info' | 'wait' | 'bad' | 'ok'
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** True when screen readers should announce the banner as it appears. */
  live?: boolean
  className?: string
}

const ICONS = { info: Info, wait: TriangleAlert, bad: TriangleAlert, ok: CircleCheck }

export function Banner({ tone, title, children, action, live, className }: BannerProps) {
  const Icon = ICONS[tone]
  return (
    <div
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card px-4 py-3 text-sm',
        TONE_CLASS[tone],
        className,
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0 self-start" />
      <div className="min-w-[min(16rem,calc(100%-2.25rem))] flex-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-ink">{children}</div>}
      </div>
      {action}
    </div>
  )
}
