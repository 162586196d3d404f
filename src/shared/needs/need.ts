import { jobCount, kronerOf, type JobSum } from './job-sum.ts'
import { WAITS_FOR_A_YES, type PendingReason, type TransferStatus } from '../transfer-status.ts'

/**
 * What a transfer needs from the user: `act` on a failure, a choice, a draft that is gone or a
 * credited deposit; or only a `yes`, because it waits for the user to start it.
 */
export const NEEDS = ['act', 'yes'] as const
export type Need = (typeof NEEDS)[number]

/** Reasons that need a choice of the user's. */
const CHOICES: readonly (PendingReason | null)[] = ['ambiguous_customer', 'company']

export interface NeedFacts {
  status: TransferStatus
  pendingReason: PendingReason | null
  skipTransfer: boolean
  /** Neither the draft nor an invoice made from it is in Fiken any more. */
  draftIsGone?: boolean | undefined
  /** Present if the deposit that the draft deducts was credited. */
  depositCredit?: object | undefined
}

/**
 * Returns null for transfers that are done or continue by themselves. The server counts with the
 * same definition in SQL (features/transfers/needs-queries.ts).
 */
export function needOf(transfer: NeedFacts): Need | null {
  const { status, pendingReason, skipTransfer, draftIsGone, depositCredit } = transfer
  if (skipTransfer) return null
  switch (status) {
    case 'failed':
      return 'act'
    case 'pending':
      if (CHOICES.includes(pendingReason)) return 'act'
      return WAITS_FOR_A_YES.includes(pendingReason) ? 'yes' : null
    case 'completed':
      return draftIsGone || depositCredit ? 'act' : null
    case 'queued':
    case 'processing':
      return null
  }
}

/** Returns the one sentence about what needs the user, the same wherever it is said. */
export function needText(need: Need, sum: JobSum): string {
  const words = need === 'act' ? 'trenger deg' : 'venter bare på et ja'
  return [`${jobCount(sum.count)} ${words}`, kronerOf(sum)].filter(Boolean).join(', ')
}
