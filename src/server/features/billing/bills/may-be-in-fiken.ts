import type { BillingSettings } from '../settings-store.ts'
import type { BillRow } from '../bill-store.ts'

/**
 * Returns true when Fiken may have a draft or an invoice of the bill: one was asked for and not
 * refused. A clean refusal is taken off the row (documents/send.ts).
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
 * Returns true when the bill has stopped because Fiken does not let us see the company that it may be
 * in, which is no longer the one that bills are sent from.
 */
export const isCompanyClosed = (
  { status, cause, companySlug }: Pick<BillRow, 'status' | 'cause' | 'companySlug'>,
  { adminFikenCompanySlug }: Pick<BillingSettings, 'adminFikenCompanySlug'>,
): boolean =>
  status === 'failed' && cause === 'company_closed' && companySlug !== adminFikenCompanySlug
