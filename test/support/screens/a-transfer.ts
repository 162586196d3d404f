import type { Transfer } from '#shared/contracts/transfers/row'

/** Returns a completed transfer without a draft, as the server sends it, with `changes`. */
export function aTransfer(changes: Partial<Transfer> = {}): Transfer {
  return {
    id: 't1',
    status: 'completed',
    pendingReason: null,
    servicem8JobId: 'aaaaaaaa-bbbb-cccc-dddd-eeee12345678',
    servicem8Data: null,
    customerName: null,
    amount: 100_00,
    netAmount: null,
    lineItemsCount: 2,
    poNumber: null,
    fikenInvoiceDraftId: null,
    fikenDraftUuid: null,
    fikenCompanySlug: null,
    fikenInvoiceNumber: null,
    payment: null,
    credit: null,
    collective: null,
    errorMessage: null,
    errorCode: null,
    retryCount: 0,
    isProcessing: false,
    stage: null,
    nextAttemptAt: null,
    skipTransfer: false,
    attachmentsNote: null,
    jobCompletedAt: '2026-11-20T14:00:00Z',
    createdAt: '2026-11-21T09:00:00Z',
    updatedAt: '2026-11-21T09:59:30Z',
    ...changes,
  }
}
