import { doorKey, flatOf, streetOf } from './address.ts'
import type { Recipient } from './recipient.ts'

/** Where a recipient is billed, as far as it tells two of one name apart. */
export interface Door {
  /** The same for each way of writing the address. */
  key: string
  address: string
}

/**
 * The door of a recipient that is not the client itself, from the billing text of the job or the
 * client, or from what is saved, and only where it is whole. Null in all else: a client that moves is
 * the same, and so is a recipient whose address cannot be read, or is where the job was done.
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
