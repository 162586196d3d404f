import { isExternalError } from '#clients/http/external-error'
import { mayBeInFiken } from './may-be-in-fiken.ts'
import type { BillEnding, BillRun } from './run.ts'

/**
 * A bill that may be in a company which the seller has left: nobody can look there any more. Known
 * only when Fiken says so of the company itself; an outage or a dead grant says nothing about it.
 *
 * @param error what stopped the run; undefined where the company was not found
 * @returns null when it is not so
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
