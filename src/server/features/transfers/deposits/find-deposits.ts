import { instantOf } from '#clients/servicem8/time'
import type { FikenCompany } from '#clients/fiken/client'
import { unlessGone } from '#clients/http/external-error'
import type { Invoice } from '#clients/fiken/types'
import { isDecimal, oreFromDecimal } from '#shared/money'
import { dateOf } from '#shared/dates'
import { creditedOf } from '#shared/credit'
import { paymentOf } from '#shared/payment-status'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { knownCompany } from '../../connections/queries.ts'
import { openFiken, openServicem8 } from '../../connections/tokens/open-clients.ts'
import { planRecipientOfJob } from '../../customers/deciding/plan-recipient.ts'
import { askingOnly } from '../../customers/deciding/reader.ts'
import { readCreditNotes } from '../../documents/credit-notes.ts'
import { draftUuid } from '../../drafts/draft-uuid.ts'
import { ratesOf } from '../../drafts/deposit.ts'
import { depositAccountsOf } from '../../vat/queries.ts'
import { accountProblem, VAT_NAMES } from '../../vat/vat-accounts.ts'
import { findTransfer } from '../act.ts'
import { wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { NOT_TO_THE_ORE, takenBy, whyUnusable } from './read-deposit.ts'
import { holdersOf } from './store.ts'

/** The most invoices shown; older invoices must be looked up in Fiken. */
export const MOST_SHOWN = 100

/** Returns the job's payments in ServiceM8 now, oldest first, without deleted payments. */
export async function paymentsOnJob(platform: Platform, companyId: string, id: string) {
  const row = await findTransfer(platform, companyId, id)
  const { client, timeZone } = await openServicem8(platform, companyId, { interactive: true })
  const payments = await client.jobs.paymentsOf(row.servicem8JobId)
  return payments
    .filter(({ active }) => active)
    .sort((one, other) => one.paidAt.localeCompare(other.paidAt))
    .map(({ uuid, amount, paidAt, method, isDeposit }) => {
      const at = instantOf(paidAt, timeZone)
      return {
        uuid,
        amount: isDecimal(amount) ? oreFromDecimal(amount) : null,
        date: at === null ? null : dateOf(at),
        method,
        isDeposit,
      }
    })
}

export interface Question {
  row: TransferRow
  slug: string
  fiken: FikenCompany
  /** The id of the contact in Fiken; null while the contact does not exist or is not determined. */
  contactId: number | null
  customer: string | null
  draftUuid: string
}

/**
 * Returns what is needed to find a job's deposit invoices.
 * @throws HttpError 404, 409; ExternalError, LimiterBusy
 */
export async function questionOf(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<Question> {
  const row = await findTransfer(platform, companyId, id)
  const configuration = await configurationOf(platform.db, companyId)
  const { fikenCompanySlug: slug, requiresCompanySelection } = configuration
  if (!slug || requiresCompanySelection) throw noCompany()
  const { client } = await openFiken(platform, companyId, { interactive: true })
  const fiken = client.company(slug)
  const { servicem8AccountId: accountUuid, servicem8JobId: jobUuid, revision } = row
  const question = {
    row,
    slug,
    fiken,
    draftUuid:
      row.fikenDraftUuid ?? draftUuid({ accountUuid, fikenCompanySlug: slug, jobUuid, revision }),
  }
  if (wasSent(row) && row.fikenCustomerId !== null) {
    const contactId = Number(row.fikenCustomerId)
    return { ...question, contactId, customer: row.customerName }
  }
  if (!row.snapshot) return { ...question, contactId: null, customer: null }
  const { plan } = await planRecipientOfJob(
    askingOnly({ platform, companyId, fiken, signal: new AbortController().signal }),
    { jobUuid, chosen: row.chosenRecipient },
    { snapshot: row.snapshot, configuration },
  )
  return plan.kind === 'existing'
    ? {
        ...question,
        contactId: plan.contactId,
        customer: plan.contact?.name ?? plan.recipient.name,
      }
    : { ...question, contactId: null, customer: null }
}

export async function invoicesOfCustomer(
  fiken: FikenCompany,
  contactId: number,
): Promise<Invoice[]> {
  const found: Invoice[] = []
  for await (const page of fiken.invoices.list({ customerId: contactId })) found.push(...page.rows)
  return (
    found
      // Filters by customer here too, in case Fiken ignores the filter.
      .filter((invoice) => invoice.customerId === contactId && invoice.gross > 0)
      .sort(
        (one, other) =>
          other.issueDate.localeCompare(one.issueDate) || other.invoiceId - one.invoiceId,
      )
  )
}

export async function findInvoices(platform: Platform, companyId: string, id: string) {
  const question = await questionOf(platform, companyId, id)
  const { fiken, slug, contactId, customer } = question
  if (contactId === null) return { customer: null, invoices: [], more: false }
  const newest = await invoicesOfCustomer(fiken, contactId)
  const shown = newest.slice(0, MOST_SHOWN)
  const notes = await readCreditNotes(fiken, shown, { customerId: contactId })
  const ids = shown.map(({ invoiceId }) => invoiceId)
  const holders = await holdersOf(platform.db, companyId, question.row.id, slug, ids)
  const holderOf = new Map(holders.map((holder) => [holder.invoiceId, holder]))
  return {
    customer,
    invoices: shown.map((invoice) => {
      const { invoiceId, invoiceNumber, issueDate, gross, ourReference } = invoice
      const holder = holderOf.get(invoiceId)
      return {
        invoiceId,
        invoiceNumber,
        issueDate,
        gross,
        reference: ourReference,
        isPaid: paymentOf(invoice, creditedOf(invoice, notes)) === 'paid',
        why: whyUnusable(invoice, question, notes) ?? (holder ? takenBy(holder) : null),
      }
    }),
    more: newest.length > shown.length,
  }
}

/**
 * Returns an invoice with its sums by VAT type, and the accounts on which each sum may be booked.
 * @throws HttpError 409 with the reason why the invoice cannot be deducted
 */
export async function readInvoice(
  platform: Platform,
  companyId: string,
  id: string,
  invoiceId: number,
) {
  const question = await questionOf(platform, companyId, id)
  const { slug, fiken } = question
  const invoice = await usableInvoice(fiken, invoiceId, question)
  const kept = await depositAccountsOf(platform.db, companyId, slug)
  const chart = (await knownCompany(platform.db, companyId, slug))?.accounts ?? []
  // Sales and other income are class 3 in the Norwegian standard chart of accounts (NS 4102).
  const income = chart.filter(({ code }) => code.startsWith('3'))
  const { invoiceNumber, issueDate, gross } = invoice
  return {
    invoiceId,
    invoiceNumber,
    issueDate,
    gross,
    rates: invoice.rates.map(({ vatType, net, vat }) => {
      const accounts = income
        .filter(({ code }) => accountProblem(vatType, code, null) === null)
        .map(({ code, name }) => ({ code, name }))
      const isThere = (code: string | undefined) => accounts.some((one) => one.code === code)
      const keptAccount = kept[vatType]
      const booked = invoice.lines.find((line) => line.vatType === vatType)?.incomeAccount
      return {
        vatType,
        vatName: VAT_NAMES[vatType],
        net,
        vat,
        account: [keptAccount, booked].find(isThere) ?? null,
        isKept: isThere(keptAccount),
        accounts,
      }
    }),
  }
}

const NO_CUSTOMER =
  'Det er ikke avklart hvilken kunde i Fiken jobben er til, så ingen faktura kan trekkes fra ennå.'

/**
 * Returns an invoice that can be deducted.
 * @throws HttpError 409 `deposit_unusable` with the reason why the invoice cannot be deducted
 */
export async function usableInvoice(
  fiken: FikenCompany,
  invoiceId: number,
  question: Pick<Question, 'contactId' | 'draftUuid'>,
) {
  const invoice = await unlessGone(fiken.invoices.getWithLines(invoiceId))
  if (!invoice) throw unusableError('Fakturaen finnes ikke i Fiken.')
  if (question.contactId === null) throw unusableError(NO_CUSTOMER)
  const notes = await readCreditNotes(fiken, [invoice])
  const why = whyUnusable(invoice, question, notes)
  const rates = ratesOf(invoice)
  if (why !== null || !rates)
    throw unusableError(`Faktura ${invoice.invoiceNumber} ${why ?? NOT_TO_THE_ORE}.`)
  return { ...invoice, rates }
}

export const unusableError = (message: string) => new HttpError(409, 'deposit_unusable', message)
