import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { words } from './words.ts'

interface ErrorStateProps {
  title: string
  why: ReactNode
}

/** The next step after the error; required, so that no error is a dead end. */
type Step =
  | { onRetry: () => void; pending?: boolean; action?: undefined }
  | { action: ReactNode; onRetry?: undefined; pending?: undefined }

export function ErrorState({ title, why, action, onRetry, pending }: ErrorStateProps & Step) {
  return (
    <div role="alert" className="grid justify-items-center gap-1 px-5 py-10 text-center">
      <div className="mb-2 grid size-11 place-items-center rounded-full bg-bad-soft text-bad">
        <TriangleAlert aria-hidden className="size-5" />
      </div>
      <p className="font-semibold">{title}</p>
      <p className="max-w-[52ch] text-sm text-ink-2">{why}</p>
      <div className="mt-3">
        {onRetry ? (
          <Button pending={pending} onClick={onRetry}>
            {words.tryAgain}
          </Button>
        ) : (
          action
        )}
      </div>
    </div>
  )
}
