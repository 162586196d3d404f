import { isCauseCode, type CauseCode } from '#shared/causes/index'
import type { PendingReason } from '#shared/transfer-status'

/**
 * The reasons for which a transfer waits for the user without an error; `refused` has a cause
 * instead.
 */
export type ExplainedReason = Exclude<PendingReason, 'refused'>

/**
 * Returns the element id of an explanation on the help page, the target of links from stopped
 * transfers.
 */
export const anchorOfCause = (code: CauseCode) => code
export const anchorOfWait = (reason: ExplainedReason) => `venter-${reason}`

/**
 * Returns the address of the help about a transfer that waits or has failed; null where there is
 * none.
 */
export function helpPathOf(transfer: {
  errorCode: CauseCode | null
  pendingReason: PendingReason | null
}): string | null {
  const { errorCode, pendingReason } = transfer
  if (pendingReason !== null && pendingReason !== 'refused')
    return `/help#${anchorOfWait(pendingReason)}`
  return errorCode !== null && isCauseCode(errorCode) ? `/help#${anchorOfCause(errorCode)}` : null
}
