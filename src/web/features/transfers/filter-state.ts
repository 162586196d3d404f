import { text } from './text.ts'

/** The word in the address that shows the deleted transfers; they have a status of their own beside it. */
export const DELETED = 'deleted'

/** What the status filter offers, in the words of the address. */
export const STATUSES = [
  { value: '', label: text.statusAll },
  { value: 'pending,queued', label: text.statusWaiting },
  { value: 'processing', label: text.statusProcessing },
  { value: 'completed', label: text.statusCompleted },
  { value: 'failed', label: text.statusFailed },
  { value: DELETED, label: text.statusDeleted },
]

/** The filter as the list call takes it. */
export function listQuery({ status, q }: { status: string; q: string }): { status?: string; q: string; skipped?: '1' } {
  return status === DELETED ? { q, skipped: '1' } : { status, q }
}
