import { BRITAIN, DEFAULT_COUNTRY } from '../reading/countries.ts'
import type { BillingOverride } from '../reading/recipient.ts'

/**
 * Returns a saved recipient as ServiceM8's free text: the name on the first line, the street, the
 * postcode with its town (in Britain it follows the town), and the country unless it is Norge.
 * ServiceM8 has no separate fields for a billing address (reference §6.4). Empty lines are left
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

/** Compares two texts without regard to white space, which ServiceM8 may change. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
