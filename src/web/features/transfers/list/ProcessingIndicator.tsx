import { useEffect, useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { isBeingUndone } from '#shared/transfer-status'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { usePlaces } from '../places.ts'
import {
  hasEnded,
  isOnItsWay,
  MOMENT_MS,
  nextShown,
  progressAt,
  reachedStage,
  STEP_MS,
} from './processing-state.ts'

type Running = Pick<Transfer, 'status' | 'stage' | 'errorCode' | 'pendingReason' | 'skipTransfer'>

/**
 * Returns true while the row shows its progress: from queueing until shortly after the end, unless
 * this page never saw the row running.
 */
export function useProgressShown(transfer: Running): boolean {
  const onItsWay = isOnItsWay(transfer) && !isBeingUndone(transfer) && !transfer.skipTransfer
  const [wasOnItsWay, setWas] = useState(onItsWay)
  const [lingers, setLingers] = useState(false)
  if (wasOnItsWay !== onItsWay) {
    setWas(onItsWay)
    setLingers(!onItsWay && !transfer.skipTransfer && hasEnded(transfer.status))
  }
  useEffect(() => {
    if (!lingers) return
    const timer = setTimeout(() => setLingers(false), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [lingers])
  return onItsWay || lingers
}

export function ProcessingIndicator({
  transfer: { status, stage },
}: {
  transfer: Pick<Transfer, 'status' | 'stage'>
}) {
  const reached = reachedStage(status, stage)
  const [shown, setShown] = useState(Math.min(0, reached))
  useEffect(() => {
    if (shown === reached) return
    // The final stage is shown without delay, because it is visible only briefly.
    const timer = setTimeout(
      () => setShown((at) => nextShown(at, reached)),
      hasEnded(status) ? 0 : STEP_MS,
    )
    return () => clearTimeout(timer)
  }, [shown, reached, status])
  const mode = usePlaces()?.invoiceCreationMode
  const progress = progressAt(status, shown, 'Venter på behandling', mode)
  return (
    <div className="grid gap-1.5 text-sm text-ink-2">
      <div className="flex justify-between gap-4">
        <span>{progress.text}</span>
        <span className="tabular-nums">{progress.percent} %</span>
      </div>
      <ProgressBar
        label={`Framdrift: ${progress.text}`}
        value={progress.percent}
        tone={status === 'failed' ? 'bad' : status === 'completed' ? 'ok' : 'brand'}
      />
    </div>
  )
}
