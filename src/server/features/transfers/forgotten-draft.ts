import type { NewTransfer } from './tables.ts'

/**
 * The row without the draft that it had: written only when that draft is known to be gone,
 * because a draft that exists and is forgotten becomes a second invoice.
 */
export const FORGOTTEN_DRAFT = {
  outcomeUnknown: false,
  invoiceRequest: null,
  absence: null,
  fikenInvoiceDraftId: null,
  fikenDraftUuid: null,
  collectiveId: null,
  depositCredit: null,
  fikenCustomerId: null,
  fikenData: null,
  netAmount: null,
  attachmentsDueAt: null,
  attachmentsNote: null,
} as const satisfies Partial<NewTransfer>
