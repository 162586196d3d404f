import type { FikenCompany } from '#clients/fiken/client'
import type { CreditNote, Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'

/**
 * Returns the credit notes of the given invoices from one list, or sends no request when none of
 * the invoices has a credit note. Credit notes that Fiken does not let us read are left out;
 * creditedOf detects that they are missing.
 * @param invoices invoices of a single customer if `customerId` is given
 * @throws ExternalError when Fiken is unavailable
 */
export async function readCreditNotes(
  company: FikenCompany,
  invoices: readonly Pick<Invoice, 'creditNotes' | 'issueDate'>[],
  options: { customerId?: number; signal?: AbortSignal } = {},
): Promise<CreditNote[]> {
  const credited = invoices.filter(({ creditNotes }) => creditNotes.length > 0)
  // A credit note is never dated before its invoice.
  const [from] = credited.map(({ issueDate }) => issueDate).sort()
  if (from === undefined) return []
  const wanted = new Set(credited.flatMap(({ creditNotes }) => creditNotes))
  const found: CreditNote[] = []
  try {
    for await (const { rows } of company.creditNotes.list({ from, ...options }))
      found.push(...rows.filter(({ creditNoteId }) => wanted.has(creditNoteId)))
  } catch (error) {
    if (!isExternalError(error, 'forbidden', 'invalid', 'not_found', 'bad_answer')) throw error
  }
  return found
}
