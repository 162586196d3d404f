import type { BillingSettings } from '../settings-store.ts'
import type { BillRow } from '../bill-store.ts'

/**
 * Fiken was asked to make a draft or an invoice of the bill, and has not refused: one of them may be
 * there. What a clean refusal came to is taken off the row (documents/send.ts).
 */
export const mayBeInFiken = ({
  attempts,
  outcomeUnknown,
  fikenDraftId,
  fikenInvoiceId,
  invoiceRequestedAt,
}: Pick<
  BillRow,
  'attempts' | 'outcomeUnknown' | 'fikenDraftId' | 'fikenInvoiceId' | 'invoiceRequestedAt'
>): boolean =>
  attempts.length > 0 ||
  outcomeUnknown ||
  fikenDraftId !== null ||
  fikenInvoiceId !== null ||
  invoiceRequestedAt !== null

/**
 * It has stopped because Fiken does not let us see the company that it may be in, which is not the one
 * that bills are sent from now.
 */
export const isCompanyClosed = (
  { status, cause, fikenCompanySlug }: Pick<BillRow, 'status' | 'cause' | 'fikenCompanySlug'>,
  { adminFikenCompanySlug }: Pick<BillingSettings, 'adminFikenCompanySlug'>,
): boolean =>
  status === 'failed' && cause === 'company_closed' && fikenCompanySlug !== adminFikenCompanySlug
