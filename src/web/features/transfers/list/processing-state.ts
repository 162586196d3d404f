import type { InvoiceMode } from '#shared/contracts/configuration'
import type { Transfer } from '#shared/contracts/transfers/row'
import { STAGES, type Stage, type TransferStatus } from '#shared/transfer-status'

export const STEP_MS = 800

/**
 * The progress shown. It advances one stage per 800 ms, never beyond the server's stage, and is
 * never complete before the server reports completion (rule 11).
 */
export interface Progress {
  text: string
  /** The percentage from 0 to 100. */
  percent: number
}

/** Time in ms that the final stage is shown before the row's status replaces it. */
export const MOMENT_MS = 1_600

const LAST_BEFORE_DONE = STAGES.length - 2

/** Returns the index of the stage that the server has reached; -1 before the start. */
export function reachedStage(status: TransferStatus, stage: Stage | null): number {
  if (status === 'completed') return STAGES.length - 1
  if (status !== 'processing') return -1
  const at = STAGES.findIndex((known) => known.stage === stage)
  return Math.min(Math.max(at, 0), LAST_BEFORE_DONE)
}

/**
 * Returns the stage to show: one step towards the server's stage, or the end or the start when the
 * server has finished or restarted.
 */
export function nextShown(shown: number, reached: number): number {
  return shown < reached && reached < STAGES.length - 1 ? shown + 1 : reached
}

/** Returns true while a transfer is queued or running, but not while it waits for a retry. */
export function isOnItsWay({ status, errorCode }: Pick<Transfer, 'status' | 'errorCode'>): boolean {
  return status === 'processing' || (status === 'queued' && errorCode === null)
}

export const hasEnded = (status: TransferStatus) => status === 'completed' || status === 'failed'

/** The text of the stage "send" while drafts, not invoices, are made. */
const SENDS_DRAFT = 'Oppretter utkast i Fiken'

export function progressAt(
  status: TransferStatus,
  shown: number,
  waiting: string,
  mode: InvoiceMode = 'draft',
): Progress {
  if (status === 'failed') return { text: 'Stoppet', percent: 0 }
  const stage = STAGES[shown]
  if (!stage) return { text: waiting, percent: 0 }
  const isDraft = stage.stage === 'send' && mode === 'draft'
  return { text: isDraft ? SENDS_DRAFT : stage.text, percent: stage.percent }
}
