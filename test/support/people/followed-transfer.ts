import type { FollowedTransfer } from '#server/features/transfers/payment-store'

/** Returns a transfer of 1 250 kr with its draft in Fiken, with the given changes. */
export function aFollowedTransfer(changes: Partial<FollowedTransfer> = {}): FollowedTransfer {
  const since = new Date('2026-11-01T10:00:00Z')
  return {
    id: 't1',
    jobNumber: '1007',
    draftUuid: 'a',
    gross: 125_000,
    lineCount: 2,
    share: null,
    invoiceId: null,
    customerId: '1',
    known: 'draft',
    dueDate: null,
    paid: null,
    credit: null,
    since,
    ...changes,
  }
}
