import type { Contact, NewContact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import { emailAddress, organizationNumber } from '#shared/norwegian'
import { fullAddress } from './address.ts'
import { type Agreement, compare, hasOtherOrganizationNumber, nameScore, type Veto } from './likeness.ts'
import type { Recipient } from './recipient.ts'

export type FoundBy = 'link' | 'member_number' | 'organization_number' | 'email_and_name' | 'fuzzy'

export interface Candidate {
  contactId: number
  name: string
  organizationNumber: string
  email: string
  inactive: boolean
  score: number
  agreements: Agreement[]
  vetoes: Veto[]
}

export type Match =
  /** `contact` null: linked to a contact the mirror has not seen yet. `makeCustomer`: Fiken takes only contacts that are customers. */
  | { kind: 'link'; contactId: number; by: FoundBy; contact: Contact | null; makeCustomer: boolean }
  /** A person must choose (Kundekø). Best first, ten at most. */
  | { kind: 'ambiguous'; candidates: Candidate[]; why: string }
  /** `addressMissing`: the address is not whole, so the contact is made without one. */
  | { kind: 'create'; contact: NewContact; addressMissing: boolean }

export interface MatchInput {
  recipient: Recipient
  /** The contact saved for (client, recipient.key) in this company; null when none is. */
  linkedContactId: number | null
  /** The company's contacts from the mirror, inactive ones too. */
  contacts: readonly Contact[]
  settings: { enableFuzzyCustomerMatch: boolean; customerMatchThreshold: number }
}

const CANDIDATE_LIMIT = 10
const NAME_LIMIT = 200

/**
 * The contact that receives the invoice (decision 7): link → member number → organisation number → e-mail and name → fuzzy, else a
 * person chooses, else a new contact. Each step takes active contacts before inactive ones, and never decides between two.
 */
export function matchContact(input: MatchInput): Match {
  const { recipient, contacts, linkedContactId } = input
  if (linkedContactId !== null) {
    // Also when the mirror does not hold it: a contact made a moment ago must not be made again.
    const contact = contacts.find((one) => one.contactId === linkedContactId) ?? null
    return { kind: 'link', contactId: linkedContactId, by: 'link', contact, makeCustomer: contact !== null && !contact.customer }
  }
  return (
    exactMatch(input) ??
    fuzzyMatch(input) ?? { kind: 'create', contact: newContact(recipient), addressMissing: !fullAddress(recipient.address) }
  )
}

/** The recipient as a contact for Fiken: member number only on the client itself, the address whole or not at all. */
export function newContact(recipient: Recipient): NewContact {
  const address = fullAddress(recipient.address)
  return {
    name: recipient.name.slice(0, NAME_LIMIT).toWellFormed().trim(),
    ...(recipient.email === null || recipient.email.length > 200 ? {} : { email: recipient.email }),
    ...(recipient.phone === null ? {} : { phone: recipient.phone }),
    ...(recipient.organizationNumber === null ? {} : { organizationNumber: recipient.organizationNumber }),
    ...(recipient.memberNumber === null ? {} : { memberNumber: recipient.memberNumber }),
    ...(address ? { address } : {}),
  }
}

function exactMatch({ recipient, contacts }: MatchInput): Match | null {
  const steps: [FoundBy, (contact: Contact) => boolean, string][] = [
    ['member_number', (contact) => contact.memberNumber === recipient.memberNumber, 'samme medlemsnummer'],
    [
      'organization_number',
      (contact) =>
        recipient.organizationNumber !== null && organizationNumber(contact.organizationNumber) === recipient.organizationNumber,
      'samme organisasjonsnummer',
    ],
    [
      'email_and_name',
      (contact) =>
        recipient.email !== null && emailAddress(contact.email) === recipient.email && isSameName(contact.name, recipient.name),
      'samme e-post og navn',
    ],
  ]
  for (const [by, agrees, what] of steps) {
    const found = preferred(contacts.filter(agrees), recipient)
    const [only] = found
    if (!only) continue
    if (found.length > 1)
      return ambiguous(recipient, found, `${found.length} kontakter i Fiken har ${what} som «${recipient.name}».`)
    if (hasOtherOrganizationNumber(recipient, only)) {
      return ambiguous(recipient, found, `«${only.name}» i Fiken har ${what}, men et annet organisasjonsnummer.`)
    }
    return { kind: 'link', contactId: only.contactId, by, contact: only, makeCustomer: !only.customer }
  }
  return null
}

/**
 * By likeness. A contact with other numbers in its name is another customer, whatever else agrees (a property manager's e-mail is on
 * all of them); so is one with another organisation number, unless the names are equal and something more agrees. The best of the
 * rest is linked by itself only when something besides the name agrees, nothing speaks against it and no other is as alike.
 * Switched off, only equal names are looked at, and none is linked: a person decides rather than a second contact being made.
 */
function fuzzyMatch({ recipient, contacts, settings }: MatchInput): Match | null {
  const threshold = settings.enableFuzzyCustomerMatch ? settings.customerMatchThreshold : 100
  const alike = contacts
    // Names first: laying a contact beside the recipient in full is only worth it for the few that are alike.
    .filter((contact) => !contact.inactive && nameScore(recipient.name, contact.name) >= threshold)
    .map((contact) => ({ contact, likeness: compare(recipient, contact) }))
    .filter(({ contact, likeness: { agreements, vetoes } }) => {
      if (vetoes.includes('numbers')) return false
      if (!vetoes.includes('organization_number')) return true
      return isSameName(contact.name, recipient.name) && agreements.some((agreement) => agreement !== 'company_name')
    })
    .sort(
      (one, other) =>
        other.likeness.score - one.likeness.score || other.likeness.agreements.length - one.likeness.agreements.length,
    )
  const [best] = alike
  if (!best) return null
  const found = alike.map(({ contact }) => contact)
  const agreeing = alike.filter(({ likeness }) => likeness.agreements.length > 0 && likeness.vetoes.length === 0)
  const [chosen] = agreeing
  const isAlone = alike.every((other) => other === chosen || other.likeness.score < (chosen?.likeness.score ?? 0))
  if (settings.enableFuzzyCustomerMatch && chosen && agreeing.length === 1 && isAlone) {
    const { contact } = chosen
    return { kind: 'link', contactId: contact.contactId, by: 'fuzzy', contact, makeCustomer: !contact.customer }
  }
  const why =
    alike.length > 1
      ? `${alike.length} kontakter i Fiken ligner på «${recipient.name}».`
      : `«${best.contact.name}» i Fiken ligner på «${recipient.name}», men ${doubt(best.likeness)}.`
  return ambiguous(recipient, found, why)
}

function doubt({ agreements, vetoes }: { agreements: readonly Agreement[]; vetoes: readonly Veto[] }): string {
  if (vetoes.includes('organization_number')) return 'har et annet organisasjonsnummer'
  if (vetoes.includes('form')) return 'har en annen selskapsform'
  return agreements.length === 0 ? 'ikke noe annet enn navnet stemmer' : 'automatisk kobling er slått av'
}

/** Active before inactive, and of several the ones that carry the recipient's name: org. numbers are shared by departments. */
function preferred(found: readonly Contact[], recipient: Recipient): Contact[] {
  const active = found.filter((contact) => !contact.inactive)
  const pool = active.length > 0 ? active : [...found]
  const named = pool.filter((contact) => isSameName(contact.name, recipient.name))
  return named.length > 0 ? named : pool
}

function ambiguous(recipient: Recipient, found: readonly Contact[], why: string): Match {
  const candidates = found.slice(0, CANDIDATE_LIMIT).map((contact) => candidateOf(recipient, contact))
  return { kind: 'ambiguous', candidates, why }
}

/** A contact as it is held against the recipient. */
export function candidateOf(recipient: Recipient, contact: Contact): Candidate {
  const { contactId, name, organizationNumber, email, inactive } = contact
  return { contactId, name, organizationNumber, email, inactive, ...compare(recipient, contact) }
}
