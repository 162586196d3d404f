import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Contact } from '#clients/fiken/types'
import { emailAddress, organizationNumber } from '#shared/norwegian'
import { aRecipient as recipient } from '#test/support/people/recipients'
import { aFikenContact } from '#test/support/vendors/vendor-objects'
import { runs } from '#test/support/size'
import { parseAddress } from '../reading/address.ts'
import { contactIndex, contactList, nameIndex, without } from './contact-index.ts'
import { measurable } from './likeness.ts'
import { matchContact } from './match.ts'

const WORDS =
  'Ola Kari Nordmann Nordman Hansen Hansson Åse Ødegård Solsiden Solsida Rør Elektro AS ANS BRL Sameiet Borettslaget 12 14'.split(
    ' ',
  )

const aName = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }),
    fc.constantFrom(' ', ', ', '-'),
    fc.array(fc.tuple(fc.nat(40), fc.constantFrom('', 'e', 'x', ' ')), { maxLength: 3 }),
  )
  .map(([words, between, slips]) =>
    slips.reduce(
      (name, [at, letter]) => name.slice(0, at) + letter + name.slice(at + 1),
      words.join(between),
    ),
  )
const anyName = fc.oneof(
  { arbitrary: aName, weight: 9 },
  { arbitrary: fc.string({ maxLength: 40, unit: 'grapheme' }), weight: 1 },
)
const anEmail = fc.constantFrom('', 'post@forvalter.no', 'ola@nordmann.no')
const aNumber = fc.constantFrom('', '940155223', '974760673', '940 155 223', '123')
const aPhone = fc.constantFrom('', '90000000')
const anAddress = fc.constantFrom('', 'Solveien 2\n1415 Oppegård', 'Storgata 1\n0155 Oslo')

const aContact: fc.Arbitrary<Contact> = fc
  .record({
    contactId: fc.nat(12),
    name: anyName,
    email: anEmail,
    phone: aPhone,
    organizationNumber: aNumber,
    memberNumber: fc.constantFrom('', '', 'client-1', 'client-2'),
    inactive: fc.boolean(),
    address: anAddress.map((text) => (text === '' ? null : parseAddress(text))),
  })
  .map(aFikenContact)
const aRecipient = fc
  .record({
    name: anyName,
    email: anEmail.map(emailAddress),
    organizationNumber: aNumber.map(organizationNumber),
    phone: fc.constantFrom(null, '+4790000000'),
    memberNumber: fc.constantFrom(null, 'client-1'),
    isOrganization: fc.boolean(),
    address: anAddress.map(parseAddress),
  })
  .map(recipient)

describe('contacts that are indexed', () => {
  it('answer exactly as when all are gone through, whatever the threshold', () => {
    fc.assert(
      fc.property(
        fc.array(aContact, { maxLength: 25 }),
        aRecipient,
        fc.boolean(),
        fc.integer({ min: 50, max: 100 }),
        fc.option(fc.nat(12)),
        (contacts, recipient, enableFuzzyCustomerMatch, customerMatchThreshold, linked) => {
          const settings = { enableFuzzyCustomerMatch, customerMatchThreshold }
          const input = { recipient, settings, linkedContactId: linked }
          expect(matchContact({ ...input, contacts: contactIndex(contacts) })).toEqual(
            matchContact({ ...input, contacts }),
          )
        },
      ),
      { numRuns: runs(400) },
    )
  })
  it('have the same names alike, also below the lowest threshold that can be chosen', () => {
    fc.assert(
      fc.property(
        fc.array(anyName, { maxLength: 25 }),
        anyName,
        fc.integer({ min: 0, max: 100 }),
        (names, name, threshold) => {
          const contacts = names.map((name, contactId) => aFikenContact({ contactId, name }))
          expect(contactIndex(contacts).alike(name, threshold)).toEqual(
            contactList(contacts).alike(name, threshold),
          )
        },
      ),
      { numRuns: runs(400) },
    )
  })
  it('are asked for one by one, and unknown ones are nobody', () => {
    const first = aFikenContact({ contactId: 1, memberNumber: 'client-1', email: 'A@b.no' })
    const second = { ...first, contactId: 2, organizationNumber: 'NO 940 155 223 MVA' }
    for (const bookOf of [contactIndex, contactList]) {
      const book = bookOf([first, second])
      expect(book.byId(2)).toBe(second)
      expect(book.byId(3)).toBeNull()
      expect(book.byMemberNumber('client-1')).toEqual([first, second])
      expect(book.byMemberNumber('client-2')).toEqual([])
      expect(book.byOrganizationNumber('940155223')).toEqual([second])
      expect(book.byOrganizationNumber('974760673')).toEqual([])
      expect(book.byEmail('a@b.no')).toEqual([first, second])
      expect(book.byEmail('b@b.no')).toEqual([])
      expect(book.alike('Solsiden BRL', 100)).toEqual([first, second])
      expect(bookOf([{ ...first, inactive: true }, second]).alike('Solsiden', 50)).toEqual([second])
      expect(book.alike('Fagertun BRL', 50)).toEqual([])
    }
  })
})

describe('the index of names', () => {
  const names = [
    'Ola Nordmann',
    'Per Hansen',
    'NORDMANN, OLA',
    'Ola Nordman',
    'Ola Normann Berg',
    'Kari Nordmann',
    'Elektro Vest AS',
    '',
  ]
  const near = nameIndex(names.map((name) => ({ name: measurable(name) })))
  const looksAt = (name: string, threshold: number) => {
    const found = near(measurable(name), threshold)
    return names.filter((one) => found.some(({ name }) => name.core === measurable(one).core))
  }
  it.each([
    [100, ['Ola Nordmann', 'NORDMANN, OLA']],
    [96, ['Ola Nordmann', 'NORDMANN, OLA']],
    [95, ['Ola Nordmann', 'NORDMANN, OLA', 'Ola Nordman']],
    [70, ['Ola Nordmann', 'NORDMANN, OLA', 'Ola Nordman', 'Ola Normann Berg', 'Kari Nordmann']],
    [50, names.slice(0, 6)],
  ])('looks at few names besides those that are %i % alike', (threshold, found) => {
    expect(looksAt('Ola Nordmann', threshold)).toEqual(found)
  })
  it('is not misled by a short name that is part of a long one', () => {
    expect(looksAt('Ola', 75)).toEqual([])
    expect(looksAt('Ola Nordmann Solheim og Kari Nordmann Solheim', 75)).toEqual([])
  })
  it('finds names in the order they were given in, and a name that repeats itself', () => {
    const repeated = ['Olaola', 'Ola', 'Olaolaola'].map((name) => ({ name: measurable(name) }))
    expect(nameIndex(repeated)(measurable('Olaolaol'), 80)).toEqual([repeated[0], repeated[2]])
  })
})

describe('a book without some of its contacts', () => {
  const known = { organizationNumber: '940155223', email: 'ola@nordmann.no', memberNumber: 'ola' }
  const contacts = [1, 2].map((contactId) =>
    aFikenContact({ contactId, name: 'Ola Nordmann', ...known }),
  )
  it('answers every question as if they were not there', () => {
    const book = without(contactIndex(contacts), new Set([1]))
    expect(book.byId(1)).toBeNull()
    for (const found of [
      [book.byId(2)],
      book.byMemberNumber('ola'),
      book.byOrganizationNumber('940155223'),
      book.byEmail('ola@nordmann.no'),
      book.alike('Ola Nordmann', 90),
    ])
      expect(found.map((contact) => contact?.contactId)).toEqual([2])
  })
  it('is the book itself when it lacks none', () => {
    const book = contactList(contacts)
    expect(without(book, new Set())).toBe(book)
  })
})
