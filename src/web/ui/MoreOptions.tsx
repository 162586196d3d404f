import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TITLE = 'Flere muligheter'

interface MoreOptionsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  children?: ReactNode
}

/** One line in place of what the user has never used, with `children` below it while it is open. */
export function MoreOptions({ open, onOpenChange, children }: MoreOptionsProps) {
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onOpenChange(!open)}
        className="flex min-h-11 w-full items-center justify-between gap-3 text-left text-sm text-ink-2 hover:text-ink"
      >
        {TITLE}
        <ChevronDown aria-hidden className={cx('size-4 shrink-0', open && 'rotate-180')} />
      </button>
      {open && children}
    </>
  )
}
