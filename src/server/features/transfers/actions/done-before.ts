import type { TransferRow } from '../tables.ts'

/** The state in which an act leaves a transfer: on its way, deleted, or restored. */
export type Trace = 'started' | 'skipped' | 'restored'

/**
 * Returns true when a process that was killed before it recorded so has done the act: the row has
 * changed since the item was begun, and is as the act, or the transfer that it started, leaves it.
 * It is then not reported as done by someone else.
 *
 * Where the row has failed again meanwhile, the act is done once more, which is harmless: the
 * draft's uuid is its idempotency key.
 */
export function wasDone(
  trace: Trace,
  row: Pick<TransferRow, 'status' | 'skipTransfer' | 'completedAt' | 'updatedAt'>,
  begunBefore: Date | null,
): boolean {
  if (begunBefore === null || row.updatedAt < begunBefore) return false
  const { status, skipTransfer, completedAt } = row
  switch (trace) {
    case 'started':
      return (
        !skipTransfer &&
        (status === 'queued' ||
          status === 'processing' ||
          (completedAt !== null && completedAt >= begunBefore))
      )
    case 'skipped':
      return skipTransfer
    case 'restored':
      return !skipTransfer
  }
}
