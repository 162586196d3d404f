import type { Transfer } from '#shared/contracts/transfers/row'
import { WAITS_FOR_A_YES, type PendingReason } from '#shared/transfer-status'
import { text } from './text.ts'

/**
 * Returns the effect of starting the job on its customer's collective draft (decision 0054): the
 * job joins the draft, or leaves it. Null when there is no effect or another question comes first.
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

/**
 * Returns true if "Lag samlefaktura nå" can include the job, because it waits for a collective
 * draft or was taken out of one.
 */
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

/**
 * Returns a warning that an action affects all jobs of the shared draft; null for a job with its
 * own draft.
 */
export function concernsAll({ collective }: Pick<Transfer, 'collective'>): string | null {
  const jobs = collective?.jobs ?? 0
  return jobs > 1 ? text.collective.ofAll(jobs) : null
}
