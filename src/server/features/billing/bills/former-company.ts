import { isExternalError } from '#clients/http/external-error'
import { mayBeInFiken } from './may-be-in-fiken.ts'
import type { BillEnding, BillRun } from './run.ts'

/**
 * Stops a bill that may be in a company which the seller has left, where nobody can look any more.
 * Only Fiken's refusal of the company itself proves that; an outage or a dead grant does not.
 *
 * @param error the fault that stopped the run; undefined where the company was not found
 * @returns null when the company can be seen, or nothing can be in it
 * @throws ExternalError, HttpError, LimiterBusy when Fiken cannot be asked
 */
export async function stoppedByFormerCompany(
  run: BillRun,
  error?: unknown,
): Promise<BillEnding | null> {
  const { bill, settings, readCompany } = run
  const slug = bill.companySlug
  if (slug === null || slug === settings.adminFikenCompanySlug || !mayBeInFiken(bill)) return null
  if (error !== undefined && !isClosed(error)) return null
  try {
    await readCompany()
    return null
  } catch (refusal) {
    if (!isClosed(refusal)) throw refusal
    return { kind: 'failed', cause: 'company_closed' }
  }
}

const isClosed = (error: unknown) => isExternalError(error, 'forbidden', 'not_found')
