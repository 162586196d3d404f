import { isCauseCode, type CauseCode } from '#shared/causes/index'
import type { PendingReason } from '#shared/transfer-status'

/** What waits for a person without anything being wrong; what is refused has a cause instead. */
export type ExplainedReason = Exclude<PendingReason, 'refused'>

/** Where on the help page something is explained, so that what is stopped can link to it. */
export const anchorOfCause = (code: CauseCode) => code
export const anchorOfWait = (reason: ExplainedReason) => `venter-${reason}`

/** The help about why a transfer stands still; null where there is none. */
export function helpPathOf(transfer: {
  errorCode: CauseCode | null
  pendingReason: PendingReason | null
}): string | null {
  const { errorCode, pendingReason } = transfer
  if (pendingReason !== null && pendingReason !== 'refused')
    return `/help#${anchorOfWait(pendingReason)}`
  return errorCode !== null && isCauseCode(errorCode) ? `/help#${anchorOfCause(errorCode)}` : null
}
