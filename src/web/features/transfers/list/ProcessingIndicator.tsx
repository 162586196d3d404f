import { useEffect, useState } from 'react'
import type { Transfer } from '#shared/contracts/transfers/row'
import { isBeingUndone } from '#shared/transfer-status'
import { cx } from '../../../ui/cx.ts'
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

interface ProcessingIndicatorProps {
  transfer: Pick<Transfer, 'status' | 'stage'>
  /** True in a row, whose second line it replaces without changing the row's height. */
  inRow?: boolean
}

export function ProcessingIndicator({
  transfer: { status, stage },
  inRow = false,
}: ProcessingIndicatorProps) {
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
    <div className={cx('grid text-ink-2', inRow ? 'text-xs' : 'gap-1.5 text-sm')}>
      <div className="flex justify-between gap-x-2">
        <span className={cx(inRow && 'min-w-0 truncate')}>{progress.text}</span>
        <span className="whitespace-nowrap tabular-nums">{progress.percent} %</span>
      </div>
      <ProgressBar
        label={`Framdrift: ${progress.text}`}
        value={progress.percent}
        thin={inRow}
        tone={status === 'failed' ? 'bad' : status === 'completed' ? 'ok' : 'brand'}
      />
    </div>
  )
}
