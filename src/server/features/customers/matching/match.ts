import type { Contact, NewContact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import { fullAddress } from '../reading/address.ts'
import { comparisonOf } from './comparison.ts'
import { type ContactBook, contactList } from './contact-index.ts'
import {
  agreesInItsOwn,
  doubtAbout,
  doubtAboutNumber,
  hasSameOrganizationNumber,
  sameness,
  type Surroundings,
} from './doubt.ts'
import { type Agreement, compare, hasOtherOrganizationNumber, type Veto } from './likeness.ts'
import { isLinkOf, theOnly, type FormerLink } from './former-links.ts'
import { isEqualName, wordsOf } from './name-words.ts'
import { NO_OTHERS, type OtherClients } from './other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'
import {
  agreesBesideName,
  type Alike,
  isRival,
  misspeltBeside,
  namedBeside,
  rivalsOf,
} from './rivals.ts'
import type { DoorOfLink } from '../tables.ts'

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
  | {
      kind: 'link'
      contactId: number
      by: FoundBy
      contact: Contact | null
      makeCustomer: boolean
      /** The client had a link under another spelling of its name: how that one was found. */
      formerlyBy?: string
    }
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
  /** The contacts that the client itself is linked to under other names; absent: none. */
  formerly?: readonly FormerLink[]
  /** Where a recipient of this name has been billed, at other doors than this; absent: nowhere. */
  otherDoors?: readonly DoorOfLink[]
  /** The other clients of the account; absent where none is known. */
  others?: OtherClients
  settings: { enableFuzzyCustomerMatch: boolean; customerMatchThreshold: number }
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
  formerly = [],
  otherDoors = [],
  others = NO_OTHERS,
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
  const around = { recipient, name: wordsOf(recipient.name), book, others }
  const found = exactMatch(around) ?? fuzzyMatch(around, settings)
  return (
    doorMatch(around, otherDoors, found) ??
    formerMatch(around, formerly, found) ??
    found ?? {
      kind: 'create',
      contact: newContact(recipient),
      addressMissing: !fullAddress(recipient.address),
    }
  )
}

/**
 * May the other clients of the account change the answer? They only ever cast doubt on a link, and
 * none on one that was decided or carries the client's own uuid.
 */
export function dependsOnOthers(match: Match): boolean {
  return match.kind === 'link' && match.by !== 'link' && match.by !== 'member_number'
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

/** These first, then those that would have been offered or linked. */
function offered(
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

/**
 * A recipient that is not the client, and has been billed at another door: it may be another of the
 * same name. Only the organisation number says that it is not.
 *
 * @param found what would have been decided without it: offered, too
 */
function doorMatch(
  { recipient, book }: Surroundings,
  doors: readonly DoorOfLink[],
  found: Match | null,
): Match | null {
  const known = doors.flatMap((door) => {
    const contact = book.byId(door.contactId)
    return contact ? [{ door, contact }] : []
  })
  const [first] = known
  if (!first) return null
  const numbered = known.find(({ contact }) => hasSameOrganizationNumber(recipient, contact))
  if (numbered) return linkTo(numbered.contact, 'organization_number')
  const contacts = known.map(({ contact }) => contact)
  return {
    kind: 'ambiguous',
    candidates: offered(recipient, contacts, found),
    why: otherDoor(recipient, first.door),
  }
}

/** The question about a recipient that has been billed at another door. */
export const otherDoor = (recipient: Pick<Recipient, 'name'>, { address }: DoorOfLink) =>
  address === ''
    ? `Flere kontakter i Fiken er «${recipient.name}». Hvem gjelder denne jobben?`
    : `«${recipient.name}» er før fakturert på en annen adresse: ${address}. Er det samme kunde?`

/**
 * A client that had a link under another name: it may have been renamed, or sold to somebody else,
 * and a person is asked. Only the organisation number, or a name that is merely spelled otherwise,
 * says that it is the same.
 *
 * @param found what would have been decided without it: offered, too
 */
function formerMatch(
  { recipient, name, book }: Surroundings,
  formerly: readonly FormerLink[],
  found: Match | null,
): Match | null {
  const known = formerly.flatMap((link) => {
    const contact = book.byId(link.contactId)
    return contact ? [{ link, contact }] : []
  })
  const [first] = known
  if (!first) return null
  const isSame = ({ link, contact }: (typeof known)[number]) =>
    !contact.inactive &&
    !hasOtherOrganizationNumber(recipient, contact) &&
    isLinkOf(name, link, contact)
  const numbered = known.find(({ contact }) => hasSameOrganizationNumber(recipient, contact))
  if (numbered) return linkTo(numbered.contact, 'organization_number')
  const same = theOnly(known.filter(isSame))
  if (same) return { ...linkTo(same.contact, 'link'), formerlyBy: same.link.foundBy }
  const before = first.link.name || first.contact.name
  const candidates = offered(
    recipient,
    known.map(({ contact }) => contact),
    found,
  )
  return {
    kind: 'ambiguous',
    candidates,
    why: `Kunden «${recipient.name}» het før «${before}», og er koblet til «${first.contact.name}» i Fiken. Er det samme kunde?`,
  }
}

function exactMatch(around: Surroundings): Match | null {
  const { recipient, name, book } = around
  const { memberNumber, organizationNumber, email } = recipient
  const isNamed = (contact: Contact) => isEqualName(wordsOf(contact.name), name)
  const steps: [FoundBy, string, () => readonly Contact[], (only: Contact) => string | null][] = [
    [
      'member_number',
      'samme medlemsnummer',
      () => known(memberNumber, book.byMemberNumber),
      (only) =>
        isNamed(only) || hasSameOrganizationNumber(recipient, only)
          ? null
          : `«${only.name}» i Fiken har medlemsnummeret til «${recipient.name}», men et annet navn. Er det samme kunde?`,
    ],
    [
      'organization_number',
      'samme organisasjonsnummer',
      () => known(organizationNumber, book.byOrganizationNumber),
      (only) => doubtAboutNumber(around, only),
    ],
    [
      'email_and_name',
      'samme e-post og navn',
      () => known(email, book.byEmail).filter(isNamed),
      (only) => doubtAbout(around, only),
    ],
  ]
  for (const [by, what, agreeing, doubtOf] of steps) {
    const found = preferred(agreeing(), recipient)
    const [only] = found
    if (!only) continue
    const rivals = by === 'email_and_name' ? rivalsOf(around, only) : []
    if (found.length > 1 || rivals.length > 0) {
      const all = [...found, ...rivals.filter((one) => !found.includes(one))]
      return ambiguous(
        recipient,
        all,
        found.length > 1
          ? `${found.length} kontakter i Fiken har ${what} som «${recipient.name}».`
          : `${all.length} kontakter i Fiken heter «${recipient.name}».`,
      )
    }
    if (hasOtherOrganizationNumber(recipient, only)) {
      return ambiguous(
        recipient,
        found,
        `«${only.name}» i Fiken har ${what}, men et annet organisasjonsnummer.`,
      )
    }
    const doubt = doubtOf(only)
    if (doubt !== null)
      return ambiguous(recipient, [...found, ...namedBeside(around, found)], doubt)
    return linkTo(only, by)
  }
  return null
}

function linkTo(contact: Contact, by: FoundBy): Extract<Match, { kind: 'link' }> {
  const { contactId, customer } = contact
  return { kind: 'link', contactId, by, contact, makeCustomer: !customer }
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
 * unless the names are equal and something more agrees. Of the rest, one is linked automatically
 * when its name is the recipient's and something besides agrees, or when its name has a typing error
 * and something agrees that is the customer's own; and when nothing speaks against it and no other
 * is called the same, unless that one is known to be somewhere else. Where a word differs a person
 * decides. Switched off, only equal names are looked at, and none is linked: a person decides rather
 * than a second contact being made.
 */
function fuzzyMatch(around: Surroundings, settings: MatchInput['settings']): Match | null {
  const { recipient, book } = around
  const threshold = settings.enableFuzzyCustomerMatch ? settings.customerMatchThreshold : 100
  const named = namedBeside(around, [])
  const misspelt = settings.enableFuzzyCustomerMatch ? misspeltBeside(around) : []
  const near = [...book.alike(recipient.name, threshold), ...named, ...misspelt]
  const alike = [...new Set(near)]
    .map((contact) => ({ contact, likeness: compare(recipient, contact) }))
    .filter(({ contact, likeness }) => {
      if (likeness.vetoes.includes('numbers')) return false
      if (!likeness.vetoes.includes('organization_number')) return true
      return isSameName(contact.name, recipient.name) && agreesBesideName(likeness)
    })
    .map((one): Alike => ({ ...one, same: sameness(around, one.contact) }))
    .sort(
      (one, other) =>
        Number(other.same === 'equal') - Number(one.same === 'equal') ||
        other.likeness.score - one.likeness.score ||
        other.likeness.agreements.length - one.likeness.agreements.length,
    )
  const [best] = alike
  if (!best) return null
  const found = alike.map(({ contact }) => contact)
  const chosen = alike.find((one) => isPossible(around, one))
  const isAlone =
    chosen !== undefined &&
    alike.every((one) => !isRival(around, chosen, one)) &&
    rivalsOf(around, chosen.contact).length === 0
  if (settings.enableFuzzyCustomerMatch && chosen && isAlone) {
    const doubt = doubtAbout(around, chosen.contact)
    if (doubt === null) return linkTo(chosen.contact, 'fuzzy')
    const first = [...new Set([chosen.contact, ...found])]
    return ambiguous(recipient, first, doubt)
  }
  const why =
    alike.length > 1
      ? `${alike.length} kontakter i Fiken ligner på «${recipient.name}».`
      : `«${best.contact.name}» i Fiken ligner på «${recipient.name}», men ${whyNot(best)}.`
  return ambiguous(recipient, found, why)
}

/** It is called as the recipient, something agrees with it, and nothing speaks against it. */
function isPossible(around: Surroundings, { contact, likeness, same }: Alike): boolean {
  const { agreements, vetoes } = likeness
  if (vetoes.length > 0 || agreements.length === 0 || same === 'other') return false
  return same === 'equal' || agreesInItsOwn(around, contact)
}

function whyNot({ likeness: { agreements, vetoes }, same }: Alike): string {
  if (vetoes.includes('organization_number')) return 'har et annet organisasjonsnummer'
  if (vetoes.includes('form')) return 'har en annen selskapsform'
  if (agreements.length === 0) return 'ikke noe annet enn navnet stemmer'
  return same === 'equal' ? 'automatisk kobling er slått av' : 'navnet er ikke det samme'
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
