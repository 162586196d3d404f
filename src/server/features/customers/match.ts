import type { Contact, NewContact } from '#clients/fiken/types'
import { isSameName, isTurnedName, nameKey } from '#shared/names'
import { fullAddress } from './address.ts'
import { comparisonOf } from './comparison.ts'
import { type ContactBook, contactList } from './contact-index.ts'
import {
  type Agreement,
  compare,
  hasOtherOrganizationNumber,
  type Likeness,
  statedOtherwise,
  type Veto,
} from './likeness.ts'
import type { Recipient } from './recipient.ts'

export type FoundBy =
  | 'link'
  | 'member_number'
  | 'organization_number'
  | 'email_and_name'
  | 'fuzzy'
  /** In place of one that is inactive (inactive-contact.ts). */
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
  /** The same for a person to read. */
  comparison: string
}

export type Match =
  /**
   * `contact` null: linked to a contact the mirror has not seen yet. `makeCustomer`: Fiken takes
   * only contacts that are customers.
   */
  | { kind: 'link'; contactId: number; by: FoundBy; contact: Contact | null; makeCustomer: boolean }
  /** A person must choose (Kundekø). Best first, ten at most. */
  | { kind: 'ambiguous'; candidates: Candidate[]; why: string }
  /** `addressMissing`: the address is not complete, so the contact is made without one. */
  | { kind: 'create'; contact: NewContact; addressMissing: boolean }

export interface MatchInput {
  recipient: Recipient
  /** The contact saved for (client, recipient.key) in this company; null when none is. */
  linkedContactId: number | null
  /** The company's contacts from the mirror, inactive ones too; indexed where many are matched. */
  contacts: readonly Contact[] | ContactBook
  settings: { enableFuzzyCustomerMatch: boolean; customerMatchThreshold: number }
}

interface Alike {
  contact: Contact
  likeness: Likeness
}

const CANDIDATE_LIMIT = 10
const NAME_LIMIT = 200

/**
 * The contact that receives the invoice (rule 7): link → member number → organisation number
 * → e-mail and name → fuzzy, else a person chooses, else a new contact. Each step takes active
 * contacts before inactive ones, and never decides between two.
 */
export function matchContact({
  recipient,
  linkedContactId,
  contacts,
  settings,
}: MatchInput): Match {
  const book = 'alike' in contacts ? contacts : contactList(contacts)
  if (linkedContactId !== null) {
    // Also when the mirror does not hold it: a contact made a moment ago must not be made again.
    const contact = book.byId(linkedContactId)
    return {
      kind: 'link',
      contactId: linkedContactId,
      by: 'link',
      contact,
      makeCustomer: contact !== null && !contact.customer,
    }
  }
  return (
    exactMatch(recipient, book) ??
    fuzzyMatch(recipient, book, settings) ?? {
      kind: 'create',
      contact: newContact(recipient),
      addressMissing: !fullAddress(recipient.address),
    }
  )
}

/**
 * The recipient as a contact for Fiken: member number only on the client itself, the address
 * complete or not at all.
 */
export function newContact(recipient: Recipient): NewContact {
  const address = fullAddress(recipient.address)
  return {
    name: recipient.name.slice(0, NAME_LIMIT).toWellFormed().trim(),
    ...(recipient.email === null || recipient.email.length > 200 ? {} : { email: recipient.email }),
    ...(recipient.phone === null ? {} : { phone: recipient.phone }),
    ...(recipient.organizationNumber === null
      ? {}
      : { organizationNumber: recipient.organizationNumber }),
    ...(recipient.memberNumber === null ? {} : { memberNumber: recipient.memberNumber }),
    ...(address ? { address } : {}),
  }
}

function exactMatch(recipient: Recipient, book: ContactBook): Match | null {
  const { memberNumber, organizationNumber, email } = recipient
  const isNamed = ({ name }: Contact) =>
    isSameName(name, recipient.name) || isTurnedName(name, recipient.name)
  const steps: [FoundBy, string, () => readonly Contact[]][] = [
    ['member_number', 'samme medlemsnummer', () => known(memberNumber, book.byMemberNumber)],
    [
      'organization_number',
      'samme organisasjonsnummer',
      () => known(organizationNumber, book.byOrganizationNumber),
    ],
    ['email_and_name', 'samme e-post og navn', () => known(email, book.byEmail).filter(isNamed)],
  ]
  for (const [by, what, agreeing] of steps) {
    const found = preferred(agreeing(), recipient)
    const [only] = found
    if (!only) continue
    if (found.length > 1)
      return ambiguous(
        recipient,
        found,
        `${found.length} kontakter i Fiken har ${what} som «${recipient.name}».`,
      )
    if (hasOtherOrganizationNumber(recipient, only)) {
      return ambiguous(
        recipient,
        found,
        `«${only.name}» i Fiken har ${what}, men et annet organisasjonsnummer.`,
      )
    }
    return {
      kind: 'link',
      contactId: only.contactId,
      by,
      contact: only,
      makeCustomer: !only.customer,
    }
  }
  return null
}

/** What is unknown agrees with nobody, also not with a contact of whom it is unknown too. */
function known(
  value: string | null,
  look: (value: string) => readonly Contact[],
): readonly Contact[] {
  return value === null ? [] : look(value)
}

/**
 * By likeness. A contact with other numbers in its name is another customer, whatever else agrees
 * (a property manager's e-mail is on all of them); so is one with another organisation number,
 * unless the names are equal and something more agrees. The best of the rest is linked
 * automatically only when something besides the name agrees, nothing speaks against it and no
 * other is as alike, unless that one is known to be somewhere else. Switched off, only equal names are looked at, and none is linked: a person
 * decides rather than a second contact being made.
 */
function fuzzyMatch(
  recipient: Recipient,
  book: ContactBook,
  settings: MatchInput['settings'],
): Match | null {
  const threshold = settings.enableFuzzyCustomerMatch ? settings.customerMatchThreshold : 100
  const alike = book
    .alike(recipient.name, threshold)
    .map((contact): Alike => ({ contact, likeness: compare(recipient, contact) }))
    .filter(({ contact, likeness }) => {
      if (likeness.vetoes.includes('numbers')) return false
      if (!likeness.vetoes.includes('organization_number')) return true
      return isSameName(contact.name, recipient.name) && agreesBesideName(likeness)
    })
    .sort(
      (one, other) =>
        other.likeness.score - one.likeness.score ||
        other.likeness.agreements.length - one.likeness.agreements.length,
    )
  const [best] = alike
  if (!best) return null
  const found = alike.map(({ contact }) => contact)
  const chosen = alike.find(isPossible)
  const isAlone = (one: Alike) =>
    alike.every(
      (other) =>
        other === one ||
        (!isPossible(other) && other.likeness.score < one.likeness.score) ||
        isElsewhere(recipient, one, other),
    )
  if (settings.enableFuzzyCustomerMatch && chosen && isAlone(chosen)) {
    const { contact } = chosen
    return {
      kind: 'link',
      contactId: contact.contactId,
      by: 'fuzzy',
      contact,
      makeCustomer: !contact.customer,
    }
  }
  const why =
    alike.length > 1
      ? `${alike.length} kontakter i Fiken ligner på «${recipient.name}».`
      : `«${best.contact.name}» i Fiken ligner på «${recipient.name}», men ${doubt(best.likeness)}.`
  return ambiguous(recipient, found, why)
}

/** Something agrees with it, and nothing speaks against it. */
function isPossible({ likeness: { agreements, vetoes } }: Alike): boolean {
  return agreements.length > 0 && vetoes.length === 0
}

/**
 * A namesake that is known to be another than the chosen one, which is called as the recipient to
 * the letter: it states another address or telephone than the one that the recipient and the chosen
 * one have in common, and nothing but the name agrees with it. Where it states none, it may be the
 * same customer, and a person decides.
 */
function isElsewhere(recipient: Recipient, chosen: Alike, other: Alike): boolean {
  const { name } = chosen.contact
  return (
    (nameKey(name) === nameKey(recipient.name) || isTurnedName(name, recipient.name)) &&
    !agreesBesideName(other.likeness) &&
    statedOtherwise(recipient, other.contact).some((detail) =>
      chosen.likeness.agreements.includes(detail),
    )
  )
}

function agreesBesideName({ agreements }: Likeness): boolean {
  return agreements.some((agreement) => agreement !== 'company_name')
}

function doubt({
  agreements,
  vetoes,
}: {
  agreements: readonly Agreement[]
  vetoes: readonly Veto[]
}): string {
  if (vetoes.includes('organization_number')) return 'har et annet organisasjonsnummer'
  if (vetoes.includes('form')) return 'har en annen selskapsform'
  return agreements.length === 0
    ? 'ikke noe annet enn navnet stemmer'
    : 'automatisk kobling er slått av'
}

/**
 * Active before inactive, and of several the ones that carry the recipient's name: org. numbers are
 * shared by departments.
 */
function preferred(found: readonly Contact[], recipient: Recipient): Contact[] {
  const active = found.filter((contact) => !contact.inactive)
  const pool = active.length > 0 ? active : [...found]
  const named = pool.filter((contact) => isSameName(contact.name, recipient.name))
  return named.length > 0 ? named : pool
}

function ambiguous(recipient: Recipient, found: readonly Contact[], why: string): Match {
  const candidates = found
    .slice(0, CANDIDATE_LIMIT)
    .map((contact) => candidateOf(recipient, contact))
  return { kind: 'ambiguous', candidates, why }
}

/** A contact with how it compares with the recipient. */
export function candidateOf(recipient: Recipient, contact: Contact): Candidate {
  const { contactId, name, organizationNumber, email, inactive } = contact
  const likeness = compare(recipient, contact)
  const comparison = comparisonOf(recipient, contact, likeness)
  return { contactId, name, organizationNumber, email, inactive, ...likeness, comparison }
}
