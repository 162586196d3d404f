import type { Transfer } from '#shared/contracts/transfers/row'
import { WAITS_FOR_A_YES, type PendingReason } from '#shared/transfer-status'
import { text } from './text.ts'

/**
 * Returns `joins` or `leaves` if starting the job has that effect on a collective draft (decision
 * 0054); null if there is no effect or another question comes first.
 */
export function startMeans({
  status,
  pendingReason,
  skipTransfer,
  collective,
}: Pick<Transfer, 'status' | 'pendingReason' | 'skipTransfer' | 'collective'>):
  'joins' | 'leaves' | null {
  if (skipTransfer || !collective) return null
  if (collective.stands === 'waits') return 'leaves'
  const joins = status === 'failed' || WAITS_FOR_A_YES.includes(pendingReason)
  return collective.stands === 'outside' && joins ? 'joins' : null
}

/** Returns true if the job waits for a collective draft or was taken out of one. */
export const mayBeCollected = (
  transfer: Pick<Transfer, 'status' | 'pendingReason' | 'skipTransfer' | 'collective'>,
): boolean =>
  waitsForSet(transfer) ||
  (TAKEN_OUT.includes(transfer.pendingReason) && startMeans(transfer) === 'joins')

const TAKEN_OUT: readonly (PendingReason | null)[] = ['restored', 'undone']

/** Returns true if the job waits for its customer's other jobs, to share one draft with them. */
export const waitsForSet = ({
  status,
  pendingReason,
  skipTransfer,
}: Pick<Transfer, 'status' | 'pendingReason' | 'skipTransfer'>): boolean =>
  !skipTransfer && status === 'pending' && pendingReason === 'collective'

/** Returns the text that an action concerns all of a draft's jobs; null if there is only one. */
export function concernsAll({ collective }: Pick<Transfer, 'collective'>): string | null {
  const jobs = collective?.jobs ?? 0
  return jobs > 1 ? text.collective.ofAll(jobs) : null
}
