import { describe, expect, it } from 'vitest'
import {
  aPerson as person,
  aRecipient as recipient,
  fikenAddress as address,
} from '#test/support/people/recipients'
import { aFikenContact } from '#test/support/vendors/vendor-objects'
import { matchContact, type MatchInput } from './match.ts'
import type { Recipient } from '../reading/recipient.ts'

const match = (contacts: MatchInput['contacts'], recipient: Recipient) =>
  matchContact({
    recipient,
    linkedContactId: null,
    contacts,
    settings: { enableFuzzyCustomerMatch: true, customerMatchThreshold: 90 },
  })

const elsewhere = { ...address, street: 'Storgata 5', postalCode: '0155', city: 'Oslo' }
const called = '+4790000000'

describe('a recipient with namesakes in Fiken', () => {
  it('waits for a person when another has exactly the same name, even when the address points to one of them', () => {
    const namesake = aFikenContact({ contactId: 1, name: 'Ola Nordmann' })
    const neighbour = { ...namesake, contactId: 2, address }
    expect(match([namesake, neighbour], person())).toMatchObject({
      kind: 'ambiguous',
      why: '2 kontakter i Fiken har navnet «Ola Nordmann».',
      candidates: [{ contactId: 2 }, { contactId: 1 }],
    })
  })
  it.each([
    ['Ola Nordmann', { address }, { address: elsewhere }],
    ['Nordmann, Ola', { address }, { address: elsewhere }],
    ['Ola Nordmann', { address }, { address: { ...address, street: 'Solveien 4' } }],
    ['Ola Nordmann', { phone: called }, { phone: '900 00 001' }],
    ['Ola Nordmann', { phone: called, address }, { phone: '900 00 001' }],
  ])('%s is told from a namesake who states something else', (name, ours, theirs) => {
    const ola = aFikenContact({ contactId: 1, name: 'Ola Nordmann', ...ours })
    const namesake = aFikenContact({ contactId: 2, name: 'Ola Nordmann', ...theirs })
    expect(match([namesake, ola], person({ name, phone: called }))).toMatchObject({
      kind: 'link',
      contactId: 1,
      by: 'fuzzy',
    })
  })
  it.each([
    ['states something else, but not where the other agrees', { address }, { phone: '900 00 001' }],
    ['states nothing', { address }, {}],
    ['states half an address', { address }, { address: { ...elsewhere, postalCode: '' } }],
    ['states a town only', { address }, { address: { ...elsewhere, street: '' } }],
    ['agrees, too', { address }, { address: elsewhere, phone: called }],
    ['is called so to the letter', { address, name: 'Ola Nordman' }, { address: elsewhere }],
    ['is elsewhere, but nobody is here', {}, { address: elsewhere }],
    ['has the telephone where the other has the address', { address }, { phone: called }],
  ])('waits for a person when a namesake %s', (_, ours, theirs) => {
    const ola = aFikenContact({ contactId: 1, name: 'Ola Nordmann', ...ours })
    const namesake = aFikenContact({ contactId: 2, name: 'Ola Nordmann', ...theirs })
    expect(match([namesake, ola], person({ phone: called }))).toMatchObject({
      kind: 'ambiguous',
      why: '2 kontakter i Fiken har navnet «Ola Nordmann».',
    })
  })
  it('is the housing co-operative of that name in its own town, not one elsewhere', () => {
    const plain = recipient({ organizationNumber: null, memberNumber: null })
    const names = ['Borettslaget Solsiden', 'Solsiden BRL', 'Sameiet Solsiden']
    for (const name of names) {
      const here = aFikenContact({ contactId: 1, name: 'Solsiden Borettslag', address })
      const there = aFikenContact({ contactId: 2, name, address: elsewhere })
      expect(match([there, here], plain)).toMatchObject({ kind: 'link', contactId: 1, by: 'fuzzy' })
      expect(match([there, { ...here, address: null }], plain)).toMatchObject({ kind: 'ambiguous' })
      expect(match([{ ...there, address: null }, here], plain)).toMatchObject({ kind: 'ambiguous' })
    }
  })
  it('is not decided between a person at the address and the company of that name elsewhere', () => {
    const company = recipient({
      name: 'Per Hansen AS',
      organizationNumber: null,
      memberNumber: null,
    })
    const owner = aFikenContact({ contactId: 1, name: 'Per Hansen', address })
    const own = aFikenContact({ contactId: 2, name: 'Per Hansen AS', address: elsewhere })
    expect(match([owner, own], company)).toMatchObject({ kind: 'ambiguous' })
  })
})
