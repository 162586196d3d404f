import type { Contact, NewContact } from '#clients/fiken/types'
import type { Recipient } from '../reading/recipient.ts'
import { comparisonOf } from './comparison.ts'
import { type Agreement, compare, type Veto } from './likeness.ts'

export type FoundBy =
  | 'link'
  | 'member_number'
  | 'organization_number'
  | 'email_and_name'
  | 'fuzzy'
  /** The contact replaces an inactive contact (inactive-contact.ts). */
  | 'successor'

export interface Candidate {
  contactId: number
  name: string
  organizationNumber: string
  email: string
  inactive: boolean
  score: number
  agreements: Agreement[]
  vetoes: Veto[]
  comparison: string
}

export type Match =
  /**
   * A single contact was found. `contact` is null when the linked contact is not in our copy yet.
   * `makeCustomer` is true when the contact must first be marked as a customer, since Fiken
   * invoices only customers.
   */
  | {
      kind: 'link'
      contactId: number
      by: FoundBy
      contact: Contact | null
      makeCustomer: boolean
      formerlyBy?: string
    }
  /** The user must choose in Kundekø. At most ten candidates are listed, best first. */
  | { kind: 'ambiguous'; candidates: Candidate[]; why: string }
  /**
   * No contact was found, so a contact is created. `addressMissing` is true when the contact is
   * created without its address, because the address is incomplete.
   */
  | { kind: 'create'; contact: NewContact; addressMissing: boolean }

const CANDIDATE_LIMIT = 10

export function linkTo(contact: Contact, by: FoundBy): Extract<Match, { kind: 'link' }> {
  const { contactId, customer } = contact
  return { kind: 'link', contactId, by, contact, makeCustomer: !customer }
}

export function ambiguous(recipient: Recipient, found: readonly Contact[], why: string): Match {
  const candidates = found
    .slice(0, CANDIDATE_LIMIT)
    .map((contact) => candidateOf(recipient, contact))
  return { kind: 'ambiguous', candidates, why }
}

export function offered(
  recipient: Recipient,
  contacts: readonly Contact[],
  found: Match | null,
): Candidate[] {
  const others =
    found?.kind === 'link' && found.contact
      ? [candidateOf(recipient, found.contact)]
      : found?.kind === 'ambiguous'
        ? found.candidates
        : []
  const all = [...contacts.map((contact) => candidateOf(recipient, contact)), ...others]
  return [...new Map(all.map((one) => [one.contactId, one])).values()].slice(0, CANDIDATE_LIMIT)
}

export function candidateOf(recipient: Recipient, contact: Contact): Candidate {
  const { contactId, name, organizationNumber, email, inactive } = contact
  const likeness = compare(recipient, contact)
  const comparison = comparisonOf(recipient, contact, likeness)
  return { contactId, name, organizationNumber, email, inactive, ...likeness, comparison }
}
