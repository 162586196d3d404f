import { useEffect, useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { nextShown, progressAt, reachedStage, STEP_MS } from './processing-state.ts'
import { text } from './text.ts'

/** How far a running transfer is, after the server's own stages. */
export function ProcessingIndicator({ transfer }: { transfer: Pick<Transfer, 'status' | 'stage'> }) {
  const reached = reachedStage(transfer.status, transfer.stage)
  const [shown, setShown] = useState(Math.min(0, reached))
  useEffect(() => {
    if (shown === reached) return
    const timer = setTimeout(() => setShown((at) => nextShown(at, reached)), STEP_MS)
    return () => clearTimeout(timer)
  }, [shown, reached])
  const progress = progressAt(transfer.status, shown, text.notBegun)
  return (
    <div className="grid gap-1.5 text-sm text-ink-2">
      <div className="flex justify-between gap-4">
        <span>{progress.text}</span>
        {progress.percent !== null && <span className="tabular-nums">{progress.percent} %</span>}
      </div>
      <ProgressBar label={text.progress(progress.text)} value={progress.percent} />
    </div>
  )
}
