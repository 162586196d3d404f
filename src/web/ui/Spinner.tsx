import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/**
 * A turning ring. `label` is what a screen reader says; null where a text beside it already says
 * so.
 */
export function Spinner({ label, className }: { label: string | null; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={cx('animate-spin', className ?? 'size-4')} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
