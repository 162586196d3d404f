import type { HowEnded } from '../documents/tables.ts'
import type { OfDocument, TransferChange } from './tables.ts'

export const NO_DOCUMENT = {
  fikenInvoiceDraftId: null,
  fikenDraftUuid: null,
  fikenInvoiceId: null,
  fikenInvoiceNumber: null,
  collectiveId: null,
  depositCredit: null,
  fikenCustomerId: null,
  outcomeUnknown: false,
  invoiceRequest: null,
  absence: null,
  fikenData: null,
  paymentStatus: null,
  paymentDueDate: null,
  paidAmount: null,
  credit: null,
  paymentCheckedAt: null,
} as const satisfies OfDocument

/**
 * Returns the change that detaches a document from the job. It is written only when the document is
 * proved to be gone, or no longer payable: forgetting an existing draft would lead to a second
 * invoice.
 */
export const forgotten = (ended: HowEnded) =>
  ({
    ...NO_DOCUMENT,
    ended,
    documentId: null,
    share: null,
    netAmount: null,
    attachmentsDueAt: null,
    attachmentsNote: null,
  }) as const satisfies TransferChange
