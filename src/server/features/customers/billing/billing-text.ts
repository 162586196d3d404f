import { BRITAIN, DEFAULT_COUNTRY } from '../reading/countries.ts'
import type { BillingOverride } from '../reading/recipient.ts'

/**
 * Formats a saved recipient as ServiceM8's free-text billing address (ServiceM8 has no separate
 * fields for it, reference §6.4): the name on the first line, then the street, the postcode and
 * town (in Britain the postcode follows the town), and the country unless it is Norge. Empty lines
 * are left out.
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

/** Returns true if two texts are equal apart from white space, which ServiceM8 can change. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
