import type { Contact, PostalAddress } from '#clients/fiken/types'
import { emailAddress, enumerate, organizationNumber, phoneNumber } from '#shared/norwegian'
import { isSameDoor, isSameStreet } from '../reading/address.ts'
import type { Likeness } from './likeness.ts'
import { isEqualName, wordsOf } from './name-words.ts'
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

export type ComparedField = 'name' | 'organizationNumber' | 'email' | 'phone' | 'address'

/** Whether a detail agrees; `partly` for a similar name, or an address of which a part agrees. */
export type Verdict = 'same' | 'partly' | 'other'

/** A detail that both the recipient and the contact have, with the words for its verdict. */
export interface ComparedDetail {
  field: ComparedField
  verdict: Verdict
  text: string
}

/** Compares the details one by one: the same judgement as in comparisonOf(). */
export function detailsOf(
  recipient: Recipient,
  contact: Contact,
  likeness: Pick<Likeness, 'score' | 'vetoes'>,
): ComparedDetail[] {
  const address = comparedAddresses(recipient.address, contact.address)
  const agreeing = address.filter(({ agrees }) => agrees)
  return [
    comparedName(recipient, contact, likeness),
    ...comparedNumbers(recipient, contact).map(({ field, agrees, words }) => ({
      field,
      verdict: agrees ? ('same' as const) : ('other' as const),
      text: agrees ? `samme ${words.same}` : words.other,
    })),
    ...(address.length === 0
      ? []
      : [
          {
            field: 'address' as const,
            verdict:
              agreeing.length === 0
                ? ('other' as const)
                : agreeing.length < address.length || agreeing[0]?.words === POSTCODE
                  ? ('partly' as const)
                  : ('same' as const),
            text: address
              .map(({ words, agrees }) => (agrees ? `samme ${words.same}` : words.other))
              .join(', '),
          },
        ]),
  ]
}

function comparedName(
  recipient: Recipient,
  contact: Contact,
  likeness: Pick<Likeness, 'score' | 'vetoes'>,
): ComparedDetail {
  const others = otherInName(likeness.vetoes)
  const { words, isSame } = nameOf(recipient, contact, likeness)
  const isPartly = isSame ? others.length > 0 : likeness.score >= ALIKE
  return {
    field: 'name',
    verdict: isPartly ? 'partly' : isSame ? 'same' : 'other',
    text: [words, ...others].join(', '),
  }
}

/** Returns whether the names are equal as matching sees it, with the words for it. */
function nameOf(
  recipient: Recipient,
  contact: Contact,
  { score, vetoes }: Pick<Likeness, 'score' | 'vetoes'>,
): { words: string; isSame: boolean } {
  const isSame =
    isEqualName(wordsOf(recipient.name), wordsOf(contact.name)) ||
    (score === 100 && vetoes.includes('form')) ||
    recipient.name.trim().toLowerCase() === contact.name.trim().toLowerCase()
  if (isSame) return { words: 'samme navn', isSame }
  if (score === 100) return { words: 'samme ord i en annen rekkefølge', isSame }
  return { words: score >= ALIKE ? 'lignende navn' : 'annet navn', isSame }
}

const otherInName = (vetoes: Likeness['vetoes']): string[] => [
  ...(vetoes.includes('form') ? ['annen selskapsform'] : []),
  ...(vetoes.includes('numbers') ? ['andre tall i navnet'] : []),
]

/**
 * Returns a Norwegian comparison for the user: the similarity of the names, then the details that
 * agree and differ ("92 %: lignende navn, samme postnummer, annen e-post"). Details that the
 * recipient or the contact lacks are left out.
 */
export function comparisonOf(
  recipient: Recipient,
  contact: Contact,
  likeness: Pick<Likeness, 'score' | 'vetoes'>,
): string {
  const details = [
    ...comparedNumbers(recipient, contact),
    ...comparedAddresses(recipient.address, contact.address),
  ]
  const name = nameOf(recipient, contact, likeness)
  const same = [
    ...(name.isSame ? ['navn'] : []),
    ...(recipient.memberNumber !== null && recipient.memberNumber === contact.memberNumber
      ? ['medlemsnummer']
      : []),
    ...details.filter(({ agrees }) => agrees).map(({ words }) => words.same),
  ]
  const other = [
    ...otherInName(likeness.vetoes),
    ...details.filter(({ agrees }) => !agrees).map(({ words }) => words.other),
  ]
  const parts = [
    name.isSame ? '' : name.words,
    same.length === 0 ? '' : `samme ${enumerate(same)}`,
    enumerate(other),
  ]
  return `${name.isSame ? 100 : likeness.score} %: ${parts.filter(Boolean).join(', ')}`
}

interface Detail {
  words: Words
  agrees: boolean
}

function comparedNumbers(recipient: Recipient, contact: Contact) {
  const all = [
    {
      field: 'organizationNumber',
      words: NUMBER,
      ours: recipient.organizationNumber,
      theirs: organizationNumber(contact.organizationNumber),
    },
    { field: 'email', words: EMAIL, ours: recipient.email, theirs: emailAddress(contact.email) },
    { field: 'phone', words: PHONE, ours: recipient.phone, theirs: phoneNumber(contact.phone) },
  ] as const
  return all
    .filter(({ ours, theirs }) => ours !== null && theirs !== null)
    .map(({ field, words, ours, theirs }) => ({ field, words, agrees: ours === theirs }))
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
