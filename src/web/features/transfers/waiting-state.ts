import type { Transfer } from '#shared/contracts/transfers/row'
import { WAITS_FOR_A_YES, type PendingReason } from '#shared/transfer-status'
import { text } from './text.ts'

/** A job, and its customer's draft for several jobs (decision 0054). */

/**
 * What it means for its customer's collective draft that a person starts the job: it begins to wait for it,
 * or no longer does. Null where it means nothing, or something else is asked first.
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

/** "Lag samlefaktura nå" takes it: it waits for that, or was taken out of one. */
export const mayBeCollected = (
  transfer: Pick<Transfer, 'status' | 'pendingReason' | 'skipTransfer' | 'collective'>,
): boolean =>
  waitsForSet(transfer) ||
  (TAKEN_OUT.includes(transfer.pendingReason) && startMeans(transfer) === 'joins')

const TAKEN_OUT: readonly (PendingReason | null)[] = ['restored', 'undone']

/** It waits for the customer's other jobs, with which it is to be on one draft. */
export const waitsForSet = ({
  status,
  pendingReason,
  skipTransfer,
}: Pick<Transfer, 'status' | 'pendingReason' | 'skipTransfer'>): boolean =>
  !skipTransfer && status === 'pending' && pendingReason === 'collective'

/** Where a draft has several jobs, an act on one of them is an act on all. */
export function concernsAll({ collective }: Pick<Transfer, 'collective'>): string | null {
  const jobs = collective?.jobs ?? 0
  return jobs > 1 ? text.collective.ofAll(jobs) : null
}
