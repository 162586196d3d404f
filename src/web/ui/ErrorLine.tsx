import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { words } from './words.ts'

interface ErrorLineProps {
  children: ReactNode
  pending?: boolean
  onRetry: () => void
  className?: string
}

/** Shows a failed read of a part of a screen in one line, with a button that tries again. */
export function ErrorLine({ children, pending, onRetry, className }: ErrorLineProps) {
  return (
    <div
      role="alert"
      className={cx('flex flex-wrap items-center justify-between gap-2', className)}
    >
      <p className="min-w-48 flex-1 text-ink-2">{children}</p>
      <Button size="sm" pending={pending} onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </div>
  )
}
