import type { WireJob, WireJobPayment } from '#clients/servicem8/wire'
import { invoiceDeposit } from '../fiken/invoicing.ts'
import { registerPayment } from '../servicem8/workshop.ts'
import { localDate } from '../world/local-time.ts'
import type { Sm8Account } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { kroner } from './html.ts'

/** The deposit's share of the job's total. */
const PART = 0.3

/**
 * Makes a deposit on a job: records a card payment in ServiceM8 unless there is one, and books a
 * deposit invoice in the account's Fiken company, as a user would by hand. Returns the message for
 * the user.
 */
export function takeDeposit(world: World, account: Sm8Account, job: WireJob): string {
  const known = depositOn(account, job)
  const ore = known
    ? Math.round(Number(known.amount) * 100)
    : Math.round(Number(job.total_invoice_amount) * PART) * 100
  if (ore <= 0) throw new Error('Jobben har ikke noe beløp å ta forskudd på.')
  if (!known)
    registerPayment(world, account, job.uuid, { amount: (ore / 100).toFixed(4), isDeposit: true })
  const company = Object.values(world.state.fiken.companies).find(
    ({ info }) => info.name === account.vendor.name,
  )
  const client = account.tables.company[job.company_uuid]
  const contact = company?.contacts.find(({ name, inactive }) => name === client?.name && !inactive)
  const paid = `Forskuddet på ${kroner(ore)} er betalt i ServiceM8`
  if (!company || !contact)
    return `${paid}. Kunden finnes ikke i Fiken ennå, så det er ikke fakturert der.`
  const { invoiceNumber } = invoiceDeposit(world, company, {
    customerId: contact.contactId,
    issueDate: localDate(world.now()),
    lines:
      company.info.vatType === 'no'
        ? [{ unitPrice: ore, vatType: 'OUTSIDE', incomeAccount: '3200' }]
        : [{ unitPrice: Math.round(ore / 1.25) }],
  })
  return `${paid}, og fakturert i Fiken med faktura ${invoiceNumber}.`
}

function depositOn(account: Sm8Account, job: WireJob): WireJobPayment | undefined {
  return Object.values(account.tables.jobpayment).find(
    (payment) =>
      payment.job_uuid === job.uuid && payment.active === 1 && Number(payment.is_deposit) === 1,
  )
}
