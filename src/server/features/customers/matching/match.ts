import type { Contact, NewContact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import { fullAddress } from '../reading/address.ts'
import type { Recipient } from '../reading/recipient.ts'
import type { DoorOfLink } from '../tables.ts'
import { ambiguous, type FoundBy, linkTo, type Match } from './candidates.ts'
import { type ContactBook, contactList } from './contact-index.ts'
import {
  doubtAbout,
  doubtAboutNumber,
  hasSameOrganizationNumber,
  type Surroundings,
} from './doubt.ts'
import { doorMatch, formerMatch } from './earlier-match.ts'
import type { FormerLink } from './former-links.ts'
import { fuzzyMatch, type MatchSettings } from './fuzzy-match.ts'
import { hasOtherOrganizationNumber } from './likeness.ts'
import { isEqualName, wordsOf } from './name-words.ts'
import { NO_OTHERS, type OtherClients } from './other-clients.ts'
import { namedBeside, rivalsOf } from './rivals.ts'

export interface MatchInput {
  recipient: Recipient
  linkedContactId: number | null
  /**
   * All contacts, including inactive contacts, as a list, or as an index when many recipients are
   * matched.
   */
  contacts: readonly Contact[] | ContactBook
  formerly?: readonly FormerLink[]
  otherDoors?: readonly DoorOfLink[]
  others?: OtherClients
  settings: MatchSettings
}

const NAME_LIMIT = 200

/**
 * Returns the contact that receives the invoice (rule 7). Tries in order: link, member number,
 * organisation number, e-mail and name, similar name. If none decides, the user chooses among the
 * candidates, or a new contact is created when there are none. Each step prefers active contacts to
 * inactive ones and never chooses between two contacts.
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
    // The link is returned even if the contact is not in our copy: a contact that was created a
    // moment ago must not be created again.
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
 * Returns true if other clients can cast doubt on the match: the contact is newly found and was not
 * matched by member number.
 */
export function dependsOnOthers(match: Match): boolean {
  return match.kind === 'link' && match.by !== 'link' && match.by !== 'member_number'
}

/**
 * Builds the contact to create for the recipient. Sets the member number only for the client
 * itself, and the address only when there is one.
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

/**
 * Looks contacts up by a value. A null value finds nothing, not even contacts that lack the value.
 */
function known(
  value: string | null,
  look: (value: string) => readonly Contact[],
): readonly Contact[] {
  return value === null ? [] : look(value)
}

/**
 * Returns the preferred contacts: active contacts, and among them those with the recipient's name,
 * because departments share numbers.
 */
function preferred(found: readonly Contact[], recipient: Recipient): Contact[] {
  const active = found.filter((contact) => !contact.inactive)
  const pool = active.length > 0 ? active : [...found]
  const named = pool.filter((contact) => isSameName(contact.name, recipient.name))
  return named.length > 0 ? named : pool
}
