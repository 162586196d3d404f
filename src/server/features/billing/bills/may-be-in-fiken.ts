import type { BillingSettings } from '../settings-store.ts'
import type { BillRow } from '../bill-store.ts'

/**
 * Returns true if Fiken might have a draft or an invoice of the bill, because a creation was
 * requested and not clearly refused. Clearly refused requests have been removed from the row
 * (documents/create-once.ts).
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
 * Returns true if the bill has failed because Fiken denies us access to the company that might
 * have the bill, and bills are now sent from another company.
 */
export const isCompanyClosed = (
  { status, cause, companySlug }: Pick<BillRow, 'status' | 'cause' | 'companySlug'>,
  { adminFikenCompanySlug }: Pick<BillingSettings, 'adminFikenCompanySlug'>,
): boolean =>
  status === 'failed' && cause === 'company_closed' && companySlug !== adminFikenCompanySlug
