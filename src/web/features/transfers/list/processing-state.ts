import type { Transfer } from '#shared/contracts/transfers/row'
import { STAGES, type Stage, type TransferStatus } from '#shared/transfer-status'

export const STEP_MS = 800

/**
 * The progress shown by the indicator. It advances one stage per 800 ms, never past the server's
 * stage, and never to 100 % before the server says completed (rule 11).
 */
export interface Progress {
  text: string
  /** 0–100. */
  percent: number
}

/** Time that the end is shown before the row's status takes over. */
export const MOMENT_MS = 1_600

const LAST_BEFORE_DONE = STAGES.length - 2

/** Returns the furthest stage that may be shown; -1 when the run has not begun. */
export function reachedStage(status: TransferStatus, stage: Stage | null): number {
  if (status === 'completed') return STAGES.length - 1
  if (status !== 'processing') return -1
  const at = STAGES.findIndex((known) => known.stage === stage)
  return Math.min(Math.max(at, 0), LAST_BEFORE_DONE)
}

/**
 * Returns the next stage of the animation: one step while behind the server, never ahead of it, and
 * straight to the end or back to the start when the server says so.
 */
export function nextShown(shown: number, reached: number): number {
  return shown < reached && reached < STAGES.length - 1 ? shown + 1 : reached
}

/**
 * Returns true while a row waits for its turn or runs. A row that backs off shows its own time
 * instead.
 */
export function isOnItsWay({ status, errorCode }: Pick<Transfer, 'status' | 'errorCode'>): boolean {
  return status === 'processing' || (status === 'queued' && errorCode === null)
}

export const hasEnded = (status: TransferStatus) => status === 'completed' || status === 'failed'

export function progressAt(status: TransferStatus, shown: number, waiting: string): Progress {
  if (status === 'failed') return { text: 'Stoppet', percent: 0 }
  const stage = STAGES[shown]
  return stage ? { text: stage.text, percent: stage.percent } : { text: waiting, percent: 0 }
}
