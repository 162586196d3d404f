import { STAGES } from '#shared/transfer-status'

export const STEP_MS = 800

/**
 * What the processing indicator shows. It walks the specified stages one per 800 ms, but never past the stage the server is in, and
 * never to 100 % before the server says completed (decision 11).
 */
export interface Progress {
  text: string
  /** 0–100, or null while nothing has begun. */
  percent: number | null
}

const LAST_BEFORE_DONE = STAGES.length - 2

/** The furthest stage that may be shown for what the server says; -1 when the run has not begun. */
export function reachedStage(status: string, stage: string | null): number {
  if (status === 'completed' || status === 'success') return STAGES.length - 1
  if (status !== 'processing') return -1
  const at = STAGES.findIndex((known) => known.stage === stage)
  return Math.min(Math.max(at, 0), LAST_BEFORE_DONE)
}

/** One step of the animation: forward by one while behind the server, never ahead of it, straight back when it starts over. */
export function nextShown(shown: number, reached: number): number {
  return shown < reached ? shown + 1 : reached
}

export function progressAt(status: string, shown: number, waiting: string): Progress {
  if (status === 'failed') return { text: 'Feil', percent: 0 }
  const stage = STAGES[shown]
  return stage ? { text: stage.text, percent: stage.percent } : { text: waiting, percent: null }
}
