import type { FikenCompany } from '#clients/fiken/client'
import type { CreditNote, Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'

/**
 * Reads the credit notes of these invoices: one list for all of them, and no call when none of them
 * has any. Credit notes that Fiken does not give us are left out, and creditedOf notices that they
 * are missing.
 *
 * @param invoices of one customer, where `customerId` is given
 * @throws ExternalError when Fiken is down
 */
export async function readCreditNotes(
  company: FikenCompany,
  invoices: readonly Pick<Invoice, 'creditNotes' | 'issueDate'>[],
  options: { customerId?: number; signal?: AbortSignal } = {},
): Promise<CreditNote[]> {
  const credited = invoices.filter(({ creditNotes }) => creditNotes.length > 0)
  // No credit note is dated before its invoice.
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
