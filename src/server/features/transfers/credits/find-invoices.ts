import type { Invoice } from '#clients/fiken/types'
import type { AnswerOf } from '#shared/contract'
import type { findInvoicesToCredit, InvoiceToCredit } from '#shared/contracts/transfers/credits'
import { creditedOf } from '#shared/credit'
import type { Platform } from '../../../platform/platform.ts'
import { readCreditNotes } from '../../documents/credit-notes.ts'
import { invoicesOfJob } from '../delivery/earlier/same-job.ts'
import { invoicesOfCustomer, MOST_SHOWN, questionOf } from '../deposits/find-deposits.ts'
import type { TransferRow } from '../tables.ts'

/**
 * Returns the invoices that can be credited, newest first: the job's own earlier invoices or, when
 * none of those can still be credited, all of the customer's.
 * @throws HttpError 404, 409; ExternalError, LimiterBusy
 */
export async function invoicesToCredit(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<AnswerOf<typeof findInvoicesToCredit>> {
  const { row, slug, fiken, contactId, customer } = await questionOf(platform, companyId, id)
  if (contactId === null) return { customer: null, ofJob: false, invoices: [], more: false }
  const all = await invoicesOfCustomer(fiken, contactId)
  const notes = await readCreditNotes(fiken, all, { customerId: contactId })
  const howMuch = ({ creditNotes, ...invoice }: Invoice): InvoiceToCredit['credited'] => {
    if (creditNotes.length === 0) return 'nothing'
    return creditedOf({ ...invoice, creditNotes }, notes).inFull ? 'all' : 'part'
  }
  const own = ownOf(row, slug, all)
  const ofJob = own.some((invoice) => howMuch(invoice) !== 'all')
  const found = ofJob ? own : all
  const company = `${platform.config.fiken.webUrl}/foretak/${encodeURIComponent(slug)}`
  return {
    customer,
    ofJob,
    invoices: found.slice(0, MOST_SHOWN).map((invoice) => {
      const { invoiceId, invoiceNumber, issueDate, gross, ourReference, saleId } = invoice
      return {
        invoiceId,
        invoiceNumber,
        issueDate,
        gross,
        reference: ourReference,
        credited: howMuch(invoice),
        url: saleId === null ? company : `${company}/handel/salg/${saleId}`,
      }
    }),
    more: found.length > MOST_SHOWN,
  }
}

function ownOf(row: TransferRow, slug: string, invoices: readonly Invoice[]): Invoice[] {
  const { servicem8AccountId: accountUuid, servicem8JobId: jobUuid, revision, jobNumber } = row
  const identity = { accountUuid, fikenCompanySlug: slug, jobUuid, revision }
  return invoicesOfJob(invoices, identity, `Jobb #${jobNumber || jobUuid.slice(-8)}`)
}
