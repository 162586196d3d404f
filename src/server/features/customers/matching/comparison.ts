import type { Contact, PostalAddress } from '#clients/fiken/types'
import { emailAddress, organizationNumber, phoneNumber } from '#shared/norwegian'
import { isSameDoor, isSameStreet } from '../reading/address.ts'
import type { Likeness } from './likeness.ts'
import type { Recipient } from '../reading/recipient.ts'

/** The minimum score of similar names. The user's threshold cannot be lower. */
const ALIKE = 50

interface Words {
  same: string
  other: string
}

const NUMBER: Words = { same: 'organisasjonsnummer', other: 'annet organisasjonsnummer' }
const EMAIL: Words = { same: 'e-post', other: 'annen e-post' }
const PHONE: Words = { same: 'telefonnummer', other: 'annet telefonnummer' }
const POSTCODE: Words = { same: 'postnummer', other: 'annet postnummer' }
const STREET: Words = { same: 'gateadresse', other: 'annen gateadresse' }
const ADDRESS: Words = { same: 'adresse', other: 'annen adresse' }

/**
 * Returns a Norwegian comparison for the user: the similarity of the names, then the details that
 * agree and differ ("92 %: lignende navn, samme postnummer, annen e-post"). Details that the
 * recipient or the contact lacks are left out.
 */
export function comparisonOf(
  recipient: Recipient,
  contact: Contact,
  { score, vetoes }: Pick<Likeness, 'score' | 'vetoes'>,
): string {
  const details = [
    compared(NUMBER, recipient.organizationNumber, organizationNumber(contact.organizationNumber)),
    compared(EMAIL, recipient.email, emailAddress(contact.email)),
    compared(PHONE, recipient.phone, phoneNumber(contact.phone)),
    ...comparedAddresses(recipient.address, contact.address),
  ].filter((detail) => detail !== null)
  const isSameName = score === 100
  const same = [
    ...(isSameName ? ['navn'] : []),
    ...(recipient.memberNumber !== null && recipient.memberNumber === contact.memberNumber
      ? ['medlemsnummer']
      : []),
    ...details.filter(({ agrees }) => agrees).map(({ words }) => words.same),
  ]
  const other = [
    ...(vetoes.includes('form') ? ['annen selskapsform'] : []),
    ...(vetoes.includes('numbers') ? ['andre tall i navnet'] : []),
    ...details.filter(({ agrees }) => !agrees).map(({ words }) => words.other),
  ]
  const parts = [
    isSameName ? '' : score >= ALIKE ? 'lignende navn' : 'annet navn',
    same.length === 0 ? '' : `samme ${listed(same)}`,
    listed(other),
  ]
  return `${score} %: ${parts.filter(Boolean).join(', ')}`
}

interface Detail {
  words: Words
  agrees: boolean
}

function compared(words: Words, ours: string | null, theirs: string | null): Detail | null {
  return ours === null || theirs === null ? null : { words, agrees: ours === theirs }
}

function comparedAddresses(ours: PostalAddress | null, theirs: PostalAddress | null): Detail[] {
  if (!ours?.postalCode || !theirs?.postalCode) return []
  const postcode = { words: POSTCODE, agrees: ours.postalCode === theirs.postalCode }
  if (ours.street === '' || theirs.street === '') return [postcode]
  if (isSameDoor(ours, theirs)) return [{ words: ADDRESS, agrees: true }]
  const street = { words: STREET, agrees: isSameStreet(ours, theirs) }
  if (!street.agrees && !postcode.agrees) return [{ words: ADDRESS, agrees: false }]
  return [postcode, street]
}

function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' og ')
}
