import type { HowEnded } from '../documents/tables.ts'
import type { OfDocument, TransferChange } from './tables.ts'

/** The columns of a transfer without a document. */
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
 * Returns the change that forgets a row's document. Written only when that is known to be gone, or
 * to ask for no money any more, because a draft that exists and is forgotten becomes a second
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
