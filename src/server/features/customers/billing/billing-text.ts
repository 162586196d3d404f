import { BRITAIN, DEFAULT_COUNTRY } from '../reading/countries.ts'
import type { BillingOverride } from '../reading/recipient.ts'

/**
 * A saved recipient as ServiceM8 keeps it: free text, the name on the first line, the street, the
 * postcode with its town (in Britain it follows the town), and the country unless it is Norge.
 * ServiceM8 has no fields of its own for a billing address (reference §6.4). Empty lines are left
 * out.
 */
export function billingText(billing: BillingOverride): string {
  const { billingCompanyName, billingAddress, billingPostalCode, billingCity, billingCountry } =
    billing
  return [
    billingCompanyName,
    billingAddress,
    billingCountry === BRITAIN
      ? `${billingCity} ${billingPostalCode}`
      : `${billingPostalCode} ${billingCity}`,
    billingCountry === DEFAULT_COUNTRY ? '' : billingCountry,
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Line ends and spaces aside: ServiceM8 may answer them otherwise than they were written. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
