/**
 * This file prepares a stored transfer for display. The job is stored as JSON with the names
 * documented for the API (storedJob in contracts/transfers/row.ts), which exports and API clients
 * use.
 */

/**
 * A stored line. Amounts are in kroner as the customer sees them (rule 10). Lines marked `removed`
 * are kept, so that indexes never change.
 */
export interface StoredLineItem {
  description: string
  quantity: number
  /** The price in kroner per unit, as displayed in ServiceM8. */
  unit_price: number
  total: number
  uuid?: string
  /** True if unit_price and total include VAT. */
  tax_inclusive?: boolean
  item_number?: string
  removed?: boolean
}

export interface StoredBillingContact {
  company_name?: string | null
  contact_name?: string | null
  email?: string | null
  phone?: string | null
  address?: string | null
}

/** The stored job. Any property can be missing in old rows. */
export interface StoredJob {
  billing_contact?: StoredBillingContact | null
  /** The customer's name; it can have several lines, of which the first is the name. */
  customer_name?: string | null
  billing_address?: string | null
  job_address?: string | null
  generated_job_id?: string | null
  job_number?: string | null
  job_description?: string | null
  line_items?: StoredLineItem[] | null
}

export const UNKNOWN_CUSTOMER = 'Ukjent kunde'

/**
 * Returns the customer's name for lists. `full` falls back to the billing address and the job
 * address; `short` (the dashboard's list) stops after customer_name.
 */
export function customerDisplayName(
  job: StoredJob | null | undefined,
  chain: 'full' | 'short' = 'full',
): string {
  const name = firstText(
    job?.billing_contact?.company_name,
    job?.billing_contact?.contact_name,
    firstLine(job?.customer_name),
  )
  if (name !== null || chain === 'short') return name ?? UNKNOWN_CUSTOMER
  return firstText(oneLine(job?.billing_address), oneLine(job?.job_address)) ?? UNKNOWN_CUSTOMER
}

/** Returns the contact's name; null if it is the customer's own name. */
export function contactDisplayName(job: StoredJob | null | undefined): string | null {
  const contact = firstText(job?.billing_contact?.contact_name)
  return contact === customerDisplayName(job) ? null : contact
}

/** Returns the job's address on one line; null if it is the billed customer's address. */
export function jobSite(job: StoredJob | null | undefined): string | null {
  const site = firstText(oneLine(job?.job_address))
  return site === oneLine(job?.billing_contact?.address) ? null : site
}

/** Returns generated_job_id, job_number, or the last 8 characters of ServiceM8's job id. */
export function jobDisplayNumber(
  job: StoredJob | null | undefined,
  servicem8JobId: string,
): string {
  return firstText(job?.generated_job_id, job?.job_number) ?? servicem8JobId.slice(-8)
}

export function jobTitle(job: StoredJob | null | undefined, servicem8JobId: string): string {
  return `Jobb #${jobDisplayNumber(job, servicem8JobId)}`
}

/**
 * Returns a customer's purchase order number without leading zeros ("000450" → "450", "0000" →
 * "0"), only for display; Fiken gets the number as written.
 */
export function displayPoNumber(poNumber: string | null | undefined): string {
  return (poNumber ?? '').trim().replace(/^0+(?=.)/, '')
}

/** Returns the lines that are not removed, each with its index for the delete request. */
export function visibleLineItems(
  job: StoredJob | null | undefined,
): { index: number; line: StoredLineItem }[] {
  return (job?.line_items ?? [])
    .map((line, index) => ({ index, line }))
    .filter(({ line }) => line.removed !== true)
}

function firstText(...candidates: (string | null | undefined)[]): string | null {
  for (const candidate of candidates) {
    const text = candidate?.trim()
    if (text) return text
  }
  return null
}

function firstLine(text: string | null | undefined): string {
  return (
    (text ?? '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .find((line) => line !== '') ?? ''
  )
}

function oneLine(text: string | null | undefined): string {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
}
