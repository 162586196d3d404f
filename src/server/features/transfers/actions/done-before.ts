import type { TransferRow } from '../tables.ts'

export type Trace = 'started' | 'skipped' | 'restored'

/**
 * Returns true if the action was performed by a process that was killed before it could record the
 * action: the row has changed since the task's item was started, and has the status that the
 * action, or the transfer it started, would give it. The item is then not reported as done by
 * someone else. If the transfer has failed again since, the action is repeated, which is harmless
 * because the draft's uuid is its idempotency key.
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
