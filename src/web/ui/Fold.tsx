import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { cx } from './cx.ts'

interface FoldProps {
  summary: ReactNode
  children: ReactNode
  /** True shows the content at first. */
  startsOpen?: boolean
  className?: string
}

/** Content behind a line that opens and closes it. */
export function Fold({ summary, children, startsOpen = false, className }: FoldProps) {
  const [open, setOpen] = useState(startsOpen)
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={className}
    >
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1.5 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className={cx('size-4 shrink-0 transition-transform', open && 'rotate-90')}
        />
        {summary}
      </summary>
      {children}
    </details>
  )
}
