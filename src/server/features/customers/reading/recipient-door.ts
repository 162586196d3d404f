import { doorKey, flatOf, streetOf } from './address.ts'
import type { Recipient } from './recipient.ts'

/** A recipient's billing address, as far as it tells two of one name apart. */
export interface Door {
  /** One key for all ways of writing the address. */
  key: string
  address: string
}

/**
 * Returns the door of a recipient that is not the client itself, from a complete address in the
 * billing text of the job or the client, or in the saved one. Null in all other cases: a client
 * that moves is the same, and so is a recipient whose address cannot be read, or is where the work
 * was done.
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
