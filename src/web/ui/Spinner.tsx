import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/** A spinner; `label` is read aloud, and null if a text beside the spinner says the same. */
export function Spinner({ label, className }: { label: string | null; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={cx('animate-spin', className ?? 'size-4')} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
