import type { HowEnded } from '../documents/tables.ts'
import type { OfDocument, TransferChange } from './tables.ts'

/** Column values of a transfer without a document. */
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
 * Returns the change that detaches a row from its document. Written only when the document is
 * proved to be gone, or no longer payable, because a second invoice would follow if an existing
 * draft were forgotten.
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
