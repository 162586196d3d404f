import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { TONE_CLASS } from './StatusChip.tsx'
import { words } from './words.ts'

interface BannerProps {
  tone: 'info' | 'wait' | 'bad' | 'ok'
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Shows a "Prøv igjen" button that calls the function. */
  onRetry?: () => void
  /** True while the retry is running. */
  pending?: boolean
  /** True when screen readers should announce the banner as it appears. */
  live?: boolean
  className?: string
}

const ICONS = { info: Info, wait: TriangleAlert, bad: TriangleAlert, ok: CircleCheck }

export function Banner({
  tone,
  title,
  children,
  action,
  onRetry,
  pending,
  live,
  className,
}: BannerProps) {
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
      {onRetry && (
        <Button size="sm" pending={pending} onClick={onRetry}>
          {words.tryAgain}
        </Button>
      )}
    </div>
  )
}
