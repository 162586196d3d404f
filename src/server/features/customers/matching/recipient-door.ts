import { foldStreet } from '../address.ts'
import type { Recipient } from '../recipient.ts'

/** Where a recipient is billed, as far as it tells two of one name apart. */
export interface Door {
  /** The same for each way of writing the address. */
  key: string
  address: string
}

/** "c/o Bergen Forvaltning": who opens the letters, not where they go. */
const IN_CARE_OF = /^(?:c\/o|v\/|att)(?:[ .:]|$)/i

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
  const { street, street2, postalCode, city } = address
  const line = [street, ...street2.split(', ')].find(
    (one) => one !== '' && !IN_CARE_OF.test(one.trim()),
  )
  if (!line || postalCode === '') return null
  return {
    key: `${postalCode.toLowerCase()} ${foldStreet(line)}`,
    address: `${line}, ${postalCode} ${city}`.trim(),
  }
}
