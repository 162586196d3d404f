import type { TransferRow } from '../tables.ts'

/** It waits for the customer's other jobs, with which it is to be on one draft (decision 0054). */
export const isGathered = ({
  status,
  pendingReason,
}: Pick<TransferRow, 'status' | 'pendingReason'>): boolean =>
  status === 'pending' && pendingReason === 'collective'
