import type { BillingSettings } from '../settings-store.ts'
import type { BillRow } from '../bill-store.ts'

/**
 * Fiken was asked to make a draft or an invoice of the bill, and has not refused: one of them may be
 * there. What a clean refusal came to is taken off the row (documents/send.ts).
 */
export const mayBeInFiken = ({
  attempts,
  outcomeUnknown,
  draftId,
  invoiceId,
  invoiceRequest,
}: Pick<
  BillRow,
  'attempts' | 'outcomeUnknown' | 'draftId' | 'invoiceId' | 'invoiceRequest'
>): boolean =>
  attempts.length > 0 ||
  outcomeUnknown ||
  draftId !== null ||
  invoiceId !== null ||
  invoiceRequest !== null

/**
 * It has stopped because Fiken does not let us see the company that it may be in, which is not the one
 * that bills are sent from now.
 */
export const isCompanyClosed = (
  { status, cause, companySlug }: Pick<BillRow, 'status' | 'cause' | 'companySlug'>,
  { adminFikenCompanySlug }: Pick<BillingSettings, 'adminFikenCompanySlug'>,
): boolean =>
  status === 'failed' && cause === 'company_closed' && companySlug !== adminFikenCompanySlug
