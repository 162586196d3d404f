import type { Contact } from '#clients/fiken/types'
import { emailAddress, organizationNumber, phoneNumber } from '#shared/norwegian'
import { doorKey, isSameDoor } from '../reading/address.ts'
import type { ContactBook } from './contact-index.ts'
import {
  contradicts,
  isEqualName,
  type NameWords,
  typingError,
  type Word,
  wordsOf,
} from './name-words.ts'
import type { OtherClients } from './other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'

export interface Surroundings {
  recipient: Recipient
  name: NameWords
  book: ContactBook
  others: OtherClients
}

/**
 * The degree to which two names agree. `misspelt` means that they differ by one typing error, and
 * that no other name contains either of the differing words.
 */
export type Sameness = 'equal' | 'misspelt' | 'other'

export function sameness(
  { recipient, name, book, others }: Surroundings,
  contact: Contact,
): Sameness {
  const theirs = wordsOf(contact.name)
  if (isEqualName(name, theirs)) return 'equal'
  const error = typingError(name, theirs)
  if (error === null) return 'other'
  const isAWord = ({ coarse }: Word) =>
    others.withWord(recipient, coarse) ||
    book.withWord(coarse).some(({ contactId }) => contactId !== contact.contactId)
  return error.some(isAWord) ? 'other' : 'misspelt'
}

/**
 * Returns true if the e-mail address, phone number or address agrees and no other contact or client
 * has it.
 */
export function agreesInItsOwn(
  { recipient, book, others }: Surroundings,
  contact: Contact,
): boolean {
  const { email, phone, address } = recipient
  const door = doorKey(address)
  const isAlone = (having: readonly Contact[]) =>
    having.every(({ contactId, inactive }) => inactive || contactId === contact.contactId)
  return (
    (email !== null &&
      email === emailAddress(contact.email) &&
      isAlone(book.byEmail(email)) &&
      !others.withEmail(recipient, email)) ||
    (phone !== null &&
      phone === phoneNumber(contact.phone) &&
      isAlone(book.byPhone(phone)) &&
      !others.withPhone(recipient, phone)) ||
    (address !== null &&
      door !== null &&
      isSameDoor(address, contact.address) &&
      isAlone(book.byDoor(door)) &&
      !others.withDoor(recipient, address))
  )
}

export function namesakes({ name, book }: Surroundings, contact: Contact): Contact[] {
  const theirs = wordsOf(contact.name)
  const alike = new Set([...book.named(name.coarse), ...book.named(theirs.coarse)])
  return [...alike].filter((one) => {
    if (one.inactive || one.contactId === contact.contactId) return false
    const words = wordsOf(one.name)
    return isEqualName(words, name) || isEqualName(words, theirs)
  })
}

export function hasSameOrganizationNumber(recipient: Recipient, contact: Contact): boolean {
  return (
    recipient.organizationNumber !== null &&
    recipient.organizationNumber === organizationNumber(contact.organizationNumber)
  )
}

/**
 * Returns the reason why the only contact with the recipient's organisation number can still be
 * another customer; null when there is no such reason. Departments share a number, and only their
 * names distinguish them.
 */
export function doubtAboutNumber(
  { recipient, name, others }: Surroundings,
  contact: Contact,
): string | null {
  const theirs = wordsOf(contact.name)
  if (isEqualName(name, theirs)) return null
  const number = recipient.organizationNumber ?? ''
  if (!contradicts(name, theirs) && !others.withOrganizationNumber(recipient, number)) return null
  return `«${contact.name}» i Fiken har samme organisasjonsnummer som «${recipient.name}», men et annet navn.`
}

/**
 * Returns the reason why a contact with the recipient's name might be another customer; null
 * without doubt.
 */
export function doubtAbout(
  { recipient, name, others }: Surroundings,
  contact: Contact,
): string | null {
  if (hasSameOrganizationNumber(recipient, contact)) return null
  const theirs = wordsOf(contact.name)
  const owner = others.withUuid(recipient, contact.memberNumber.trim().toLowerCase())
  if (owner !== null) return `«${contact.name}» i Fiken har medlemsnummeret til kunden «${owner}».`
  if (others.named(recipient, name) || others.named(recipient, theirs))
    return `Flere kunder i ServiceM8 heter «${recipient.name}».`
  const isUnnumbered =
    recipient.organizationNumber !== null && organizationNumber(contact.organizationNumber) === null
  const mayBePerson = !name.isOrganization || !theirs.isOrganization
  return isUnnumbered && (mayBePerson || !isEqualName(name, theirs))
    ? `«${recipient.name}» har organisasjonsnummer i ServiceM8, men «${contact.name}» i Fiken har ikke noe.`
    : null
}
