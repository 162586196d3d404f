import type { TransferRow } from '../tables.ts'

/** What an act on a transfer leaves: it is on its way, deleted, or not deleted any more. */
export type Trace = 'started' | 'skipped' | 'restored'

/**
 * Was an act on one of many transfers done by a process that was killed before it recorded so? The
 * row has then changed since the item was begun, and is as the act, or the transfer that it
 * started, leaves it. It is not reported as somebody else's doing.
 *
 * Where the row has failed again in the meantime the act is done once more, which is harmless: the
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
