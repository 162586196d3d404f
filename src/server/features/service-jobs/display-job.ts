import { exact, round, toText } from '#shared/decimal'
import type { StoredBillingContact, StoredJob } from '#shared/transfer-display'
import type { ClientContact } from '#clients/servicem8/types'
import { decideRecipient } from '../customers/reading/recipient.ts'
import type { JobSnapshot } from './snapshot.ts'

/**
 * Returns the job in the form that the screens and the API use (storedJob in
 * contracts/transfers/row.ts). Line amounts are in kroner.
 */
export function storedJobOf(snapshot: JobSnapshot): StoredJob {
  const { job, lines, client } = snapshot
  return {
    billing_contact: otherRecipient(snapshot) ?? clientAsRecipient(snapshot),
    customer_name: client?.name ?? '',
    billing_address: job.billingAddress,
    job_address: job.jobAddress,
    generated_job_id: job.number,
    job_number: job.number,
    job_description: job.jobDescription,
    line_items: lines
      .filter((line) => line.active)
      .map((line) => {
        const quantity = numberOr(line.quantity, 0)
        const unit = numberOr(line.displayedAmount, 0)
        return {
          description: line.name,
          quantity,
          unit_price: unit,
          total: lineTotal(line.quantity, line.displayedAmount),
          uuid: line.uuid,
          tax_inclusive: line.displayedAmountIsTaxInclusive,
          ...(snapshot.leftOut.includes(line.uuid) ? { removed: true } : {}),
        }
      }),
  }
}

function clientAsRecipient(snapshot: JobSnapshot): StoredBillingContact {
  const billed = snapshot.headOffice ?? snapshot.client
  const contact = billingContactOf(snapshot)
  return {
    company_name: billed && !billed.isIndividual ? billed.name : '',
    contact_name: contact ? `${contact.first} ${contact.last}`.trim() : (billed?.name ?? ''),
    email: contact?.email ?? '',
    phone: contact?.mobile || contact?.phone || '',
    address: billed?.billingAddress || billed?.address || '',
  }
}

/**
 * Returns the recipient named in the job's address (rule 7), because the screens must show the same
 * recipient as Fiken; null when the client is the recipient.
 */
function otherRecipient(snapshot: JobSnapshot): StoredBillingContact | null {
  const decided = decideRecipient({ ...snapshot, override: null })
  if (!decided.ok || decided.recipient.memberNumber !== null) return null
  const { name, attention, email, phone, address } = decided.recipient
  return { company_name: name, contact_name: attention, email, phone, address: address?.raw ?? '' }
}

/**
 * Returns the job's billing contact, otherwise the client's, otherwise the next contact in the
 * order of ServiceM8 reference §6.4; null when there is none.
 */
export function billingContactOf(snapshot: JobSnapshot): ClientContact | null {
  const ofJob = snapshot.jobContacts.filter((c) => c.active)
  const ofClient = snapshot.clientContacts.filter((c) => c.active)
  return (
    ofJob.find((c) => c.type === 'BILLING') ??
    ofClient.find((c) => c.type === 'BILLING') ??
    ofClient.find((c) => c.isPrimary) ??
    ofJob.find((c) => c.type === 'JOB') ??
    ofJob[0] ??
    null
  )
}

function lineTotal(quantity: string, unit: string): number {
  try {
    return Number(toText(round(exact(quantity).times(exact(unit)), 2)))
  } catch {
    return 0
  }
}

function numberOr(text: string, fallback: number): number {
  const value = Number(text)
  return Number.isFinite(value) ? value : fallback
}
