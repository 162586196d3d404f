import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface ErrorStateProps {
  title: string
  /** The cause, as far as it is known. */
  why: ReactNode
  /** The button that resolves it. Required: an error without a step forward is a dead end. */
  action: ReactNode
}

export function ErrorState({ title, why, action }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-1 px-5 py-10 text-center">
      <div className="mb-2 grid size-11 place-items-center rounded-full bg-bad-soft text-bad">
        <TriangleAlert aria-hidden className="size-5" />
      </div>
      <p className="font-semibold">{title}</p>
      <p className="max-w-[52ch] text-sm text-ink-2">{why}</p>
      <div className="mt-3">{action}</div>
    </div>
  )
}
