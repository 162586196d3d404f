import { doorKey, flatOf, streetOf } from './address.ts'
import type { Recipient } from './recipient.ts'

export interface Door {
  key: string
  address: string
}

/**
 * Returns the billing address of a recipient that is not the client itself, taken from a complete
 * address in the billing text of the job or the client, or in the saved address. Returns null for
 * the client itself, which remains the same customer when it moves, for an incomplete address, and
 * for the job site's address.
 */
export function doorOf(
  recipient: Pick<Recipient, 'memberNumber' | 'address' | 'source'>,
): Door | null {
  const { memberNumber, address, source } = recipient
  const isBilling = ['override', 'job_billing', 'client_billing'].includes(source)
  if (memberNumber !== null || !isBilling || !address || address.needsReview) return null
  const [key, flat] = [doorKey(address), flatOf(address)]
  if (key === null) return null
  const { postalCode, city } = address
  return {
    key: flat === '' ? key : `${key} ${flat}`,
    address: `${streetOf(address)}, ${postalCode} ${city}`.trim(),
  }
}
