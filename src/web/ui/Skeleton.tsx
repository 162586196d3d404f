import { useEffect, useState, type ReactNode } from 'react'
import { words } from './words.ts'
import { cx } from './cx.ts'

const PATIENCE_MS = 200

/** Renders its children after 200 ms, so that fast responses cause no flicker. */
export function Delayed({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return shown ? children : null
}

export function Bone({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block animate-pulse rounded-control bg-surface-2', className ?? 'h-4 w-full')}
    />
  )
}

export function SkeletonRows({
  rows = 5,
  label = words.loading,
}: {
  rows?: number
  label?: string
}) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <Delayed>
        <div aria-hidden className="divide-y divide-line">
          {Array.from({ length: rows }, (_, row) => (
            <div
              key={row}
              className="grid grid-cols-[minmax(0,1fr)_5rem] gap-x-6 gap-y-2 px-4 py-3.5 sm:px-5"
            >
              <Bone className="h-4 w-40 max-w-full" />
              <Bone />
              <Bone className="h-3.5 w-56 max-w-full" />
            </div>
          ))}
        </div>
      </Delayed>
    </div>
  )
}
