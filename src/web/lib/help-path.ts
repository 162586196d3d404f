import { isCauseCode, type CauseCode } from '#shared/causes/index'
import type { PendingReason } from '#shared/transfer-status'

/** A reason to wait without an error; `refused` is excluded because it has a cause. */
export type ExplainedReason = Exclude<PendingReason, 'refused'>

export const anchorOfCause = (code: CauseCode) => code
export const anchorOfWait = (reason: ExplainedReason) => `venter-${reason}`

/** Returns the path of the help entry about the transfer; null if there is none. */
export function helpPathOf(transfer: {
  errorCode: CauseCode | null
  pendingReason: PendingReason | null
}): string | null {
  const { errorCode, pendingReason } = transfer
  if (pendingReason !== null && pendingReason !== 'refused')
    return `/help#${anchorOfWait(pendingReason)}`
  return errorCode !== null && isCauseCode(errorCode) ? `/help#${anchorOfCause(errorCode)}` : null
}
