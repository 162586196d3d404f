import { describe, expect, it } from 'vitest'
import {
  aPerson as person,
  aRecipient as recipient,
  fikenAddress as address,
} from '#test/support/people/recipients'
import { aFikenContact } from '#test/support/vendors/vendor-objects'
import { parseAddress } from '../reading/address.ts'
import { matchContact, newContact, type MatchInput } from './match.ts'

const match = (contacts: MatchInput['contacts'], changes: Partial<MatchInput> = {}) =>
  matchContact({
    recipient: recipient(),
    linkedContactId: null,
    contacts,
    settings: { enableFuzzyCustomerMatch: true, customerMatchThreshold: 90 },
    ...changes,
  })

const other = '974760673'

describe('a recipient that Fiken knows', () => {
  it('is found by the saved link first, even before the mirror has seen the contact', () => {
    expect(
      match([aFikenContact({ contactId: 5, memberNumber: 'client-1' })], { linkedContactId: 9 }),
    ).toMatchObject({ kind: 'link', contactId: 9, by: 'link', contact: null, makeCustomer: false })
  })
  it('is found by the saved link as the contact it is, and made a customer if it was only a supplier', () => {
    const customer = aFikenContact({ contactId: 9 })
    const supplier = { ...customer, customer: false }
    const others = aFikenContact({ contactId: 5, memberNumber: 'client-1' })
    const linkedContactId = 9
    expect(match([others, customer], { linkedContactId })).toMatchObject({
      contact: customer,
      makeCustomer: false,
    })
    expect(match([others, supplier], { linkedContactId })).toMatchObject({
      contact: supplier,
      makeCustomer: true,
    })
  })
  it('is found by member number, then organisation number, then e-mail and name', () => {
    const byEmail = aFikenContact({
      contactId: 3,
      email: 'Styret@Solsiden.no',
      name: 'Solsiden Borettslag',
    })
    const byNumber = aFikenContact({
      contactId: 2,
      organizationNumber: '940 155 223',
      name: 'Noe annet',
    })
    const byMember = aFikenContact({ contactId: 1, memberNumber: 'client-1', name: 'Solsiden' })
    expect(match([byEmail, byNumber, byMember])).toMatchObject({
      contactId: 1,
      by: 'member_number',
    })
    expect(match([byEmail, byNumber])).toMatchObject({ contactId: 2, by: 'organization_number' })
    expect(match([byEmail])).toMatchObject({ contactId: 3, by: 'email_and_name' })
  })
  it('is found by e-mail and name also where one of them writes the surname first', () => {
    const email = 'ola@nordmann.example'
    const ola = aFikenContact({ contactId: 1, name: 'Ola Nordmann', email })
    const namesake = aFikenContact({ contactId: 2, name: 'Ola Nordmann', address })
    const listed = person({ name: 'Nordmann, Ola', email })
    expect(match([ola], { recipient: listed })).toMatchObject({
      kind: 'link',
      contactId: 1,
      by: 'email_and_name',
    })
    expect(match([namesake, ola], { recipient: listed })).toMatchObject({
      kind: 'ambiguous',
      why: '2 kontakter i Fiken heter «Nordmann, Ola».',
    })
    expect(match([{ ...ola, name: 'Kari Nordmann' }], { recipient: listed })).toMatchObject({
      kind: 'create',
    })
    expect(match([{ ...ola, email: 'en@annen.example' }], { recipient: listed })).toMatchObject({
      kind: 'ambiguous',
      why: '«Ola Nordmann» i Fiken har samme navn, men ellers stemmer ingenting.',
    })
  })
  it('is chosen by a person when both ways of writing the name are in Fiken', () => {
    const email = 'ola@nordmann.example'
    const contacts = ['Ola Nordmann', 'Nordmann, Ola'].map((name, contactId) =>
      aFikenContact({ contactId, name, email }),
    )
    const by = (name: string) => match(contacts, { recipient: person({ name, email }) })
    expect(by('Ola Nordmann')).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ contactId: 0 }, { contactId: 1 }],
    })
    expect(by('Nordmann, Ola')).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ contactId: 1 }, { contactId: 0 }],
    })
  })
  it('is not found by a member number that belongs to somebody else, when the recipient is not the client', () => {
    const result = match([aFikenContact({ memberNumber: 'client-1', name: 'Ola Nordmann' })], {
      recipient: recipient({ memberNumber: null }),
    })
    expect(result).toMatchObject({ kind: 'create' })
  })
  it('is made a customer if it was only a supplier', () => {
    const supplier = aFikenContact({ organizationNumber: '940155223', customer: false, address })
    expect(match([supplier])).toMatchObject({
      kind: 'link',
      by: 'organization_number',
      makeCustomer: true,
    })
    expect(match([{ ...supplier, customer: true }])).toMatchObject({ makeCustomer: false })
    const unnumbered = { recipient: recipient({ organizationNumber: null, memberNumber: null }) }
    expect(match([supplier], unnumbered)).toMatchObject({
      kind: 'link',
      by: 'fuzzy',
      makeCustomer: true,
    })
    expect(match([{ ...supplier, customer: true }], unnumbered)).toMatchObject({
      by: 'fuzzy',
      makeCustomer: false,
    })
  })
  it('is the active one of two, and an inactive one only when there is no other', () => {
    const inactive = aFikenContact({
      contactId: 1,
      organizationNumber: '940155223',
      inactive: true,
    })
    expect(match([inactive, { ...inactive, contactId: 2, inactive: false }])).toMatchObject({
      contactId: 2,
    })
    expect(match([inactive])).toMatchObject({ kind: 'link', contactId: 1 })
  })
  it('is chosen by a person when two fit equally well', () => {
    const twin = aFikenContact({ contactId: 1, organizationNumber: '940155223' })
    expect(match([twin, { ...twin, contactId: 2 }])).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ contactId: 1 }, { contactId: 2 }],
    })
    expect(
      match([
        { ...twin, name: 'Avdeling Vest' },
        { ...twin, contactId: 2 },
      ]),
    ).toMatchObject({ kind: 'link', contactId: 2 })
  })
  it('is chosen by a person when several departments share its number and none has its name', () => {
    const department = (contactId: number) =>
      aFikenContact({ contactId, name: `Avdeling ${contactId}`, organizationNumber: '940155223' })
    expect(match([department(1), department(2)])).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ contactId: 1 }, { contactId: 2 }],
    })
    const eleven = match(Array.from({ length: 11 }, (_, index) => department(index + 1)))
    expect(eleven).toMatchObject({
      kind: 'ambiguous',
      why: '11 kontakter i Fiken har samme organisasjonsnummer som «Borettslaget Solsiden».',
    })
    expect(eleven.kind === 'ambiguous' && eleven.candidates.map((one) => one.contactId)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  })
  it('is chosen by a person when the organisation numbers disagree', () => {
    expect(
      match([aFikenContact({ memberNumber: 'client-1', organizationNumber: other })]),
    ).toMatchObject({
      kind: 'ambiguous',
      why: '«Borettslaget Solsiden» i Fiken har samme medlemsnummer, men et annet organisasjonsnummer.',
    })
    expect(
      match([aFikenContact({ email: 'styret@solsiden.no', organizationNumber: other })]),
    ).toMatchObject({
      kind: 'ambiguous',
      why: '«Borettslaget Solsiden» i Fiken har samme e-post og navn, men et annet organisasjonsnummer.',
    })
  })
})

describe('a recipient that resembles somebody', () => {
  const plain = recipient({ organizationNumber: null, memberNumber: null })
  it('is linked when the company’s name is the same in another spelling', () => {
    expect(match([aFikenContact({ name: 'SOLSIDEN BRL' })], { recipient: plain })).toMatchObject({
      kind: 'link',
      by: 'fuzzy',
    })
  })
  it('is linked when the name has one typing error and the address is its own', () => {
    const settings = { enableFuzzyCustomerMatch: true, customerMatchThreshold: 85 }
    const named = (name: string) => recipient({ ...plain, name })
    const contacts = [aFikenContact({ name: 'Borettslaget Solsidehagen', address })]
    expect(
      match(contacts, { recipient: named('Borettslaget Solsdiehagen'), settings }),
    ).toMatchObject({ kind: 'link', by: 'fuzzy' })
    const neighbour = aFikenContact({ contactId: 2, name: 'Kari Moe', address })
    expect(
      match([...contacts, neighbour], { recipient: named('Borettslaget Solsdiehagen'), settings }),
    ).toMatchObject({
      kind: 'ambiguous',
      why: '«Borettslaget Solsidehagen» i Fiken ligner på «Borettslaget Solsdiehagen», men navnet er ikke det samme.',
    })
  })
  it('waits for a person when only the name agrees: there are many Ola Nordmann', () => {
    const ola = aFikenContact({ name: 'Ola Nordmann' })
    expect(match([ola], { recipient: person() })).toMatchObject({
      kind: 'ambiguous',
      why: expect.stringContaining('ellers stemmer ingenting'),
    })
    expect(match([{ ...ola, address }], { recipient: person() })).toMatchObject({
      kind: 'link',
      by: 'fuzzy',
    })
    expect(
      match([{ ...ola, phone: '900 00 000' }], { recipient: person({ phone: '+4790000000' }) }),
    ).toMatchObject({ kind: 'link' })
  })
  it('waits for a person when a sole trader’s name is also a private person’s', () => {
    const trader = recipient({
      name: 'Jan Olsen',
      organizationNumber: '940155223',
      memberNumber: null,
    })
    expect(match([aFikenContact({ name: 'Jan Olsen' })], { recipient: trader })).toMatchObject({
      kind: 'ambiguous',
    })
  })
  it('is not the company that has a person’s name', () => {
    expect(
      match([aFikenContact({ name: 'Per Hansen AS' })], {
        recipient: person({ name: 'Per Hansen' }),
      }),
    ).toMatchObject({ kind: 'ambiguous' })
  })
  it('waits for a person when several are equally similar', () => {
    const twins = [
      aFikenContact({ contactId: 1, address }),
      aFikenContact({ contactId: 2, address }),
    ]
    expect(match(twins, { recipient: plain })).toMatchObject({
      kind: 'ambiguous',
      why: expect.stringContaining('2 kontakter'),
    })
  })
  it('waits for a person when two agree, even when the name of one is closer', () => {
    const spouse = aFikenContact({ contactId: 1, name: 'Ola Nordman', address })
    const ola = aFikenContact({ contactId: 2, name: 'Ola Nordmann', address })
    expect(match([spouse, ola], { recipient: person() })).toMatchObject({
      kind: 'ambiguous',
      candidates: [
        { contactId: 2, score: 100 },
        { contactId: 1, score: 91 },
      ],
    })
  })
  it('is the one that agrees, not one that is merely similar', () => {
    const solsida = aFikenContact({ contactId: 1, name: 'Borettslaget Solsiden I' })
    const solsiden = aFikenContact({ contactId: 2 })
    const settings = { enableFuzzyCustomerMatch: true, customerMatchThreshold: 80 }
    expect(match([solsida, solsiden], { recipient: plain, settings })).toMatchObject({
      kind: 'link',
      contactId: 2,
    })
  })
  it('is somebody else when the numbers in the name differ, whatever else agrees', () => {
    const neighbour = aFikenContact({
      name: 'Sameiet Storgata 14',
      email: 'post@forvalter.no',
      address,
    })
    const sameie = recipient({
      name: 'Sameiet Storgata 12',
      email: 'post@forvalter.no',
      organizationNumber: null,
      memberNumber: null,
    })
    expect(match([neighbour], { recipient: sameie })).toMatchObject({ kind: 'create' })
  })
  it('is somebody else when the organisation number differs, but a person decides when all the rest is the same', () => {
    const namesake = aFikenContact({ organizationNumber: other })
    expect(match([namesake])).toMatchObject({ kind: 'create' })
    expect(match([{ ...namesake, address }])).toMatchObject({
      kind: 'ambiguous',
      why: expect.stringContaining('organisasjonsnummer'),
    })
  })
  it('is never linked across legal forms', () => {
    expect(
      match([aFikenContact({ name: 'Solsiden AS', address })], { recipient: plain }),
    ).toMatchObject({ kind: 'ambiguous', why: expect.stringContaining('selskapsform') })
  })
  it('is left to a person, not created twice, when matching by likeness is switched off', () => {
    const settings = { enableFuzzyCustomerMatch: false, customerMatchThreshold: 90 }
    expect(match([aFikenContact({ address })], { recipient: plain, settings })).toMatchObject({
      kind: 'ambiguous',
      why: '«Borettslaget Solsiden» i Fiken har samme navn, men automatisk kobling er slått av.',
    })
    expect(
      match([aFikenContact({ name: 'Borettslaget Solsidn', address })], {
        recipient: plain,
        settings,
      }),
    ).toMatchObject({ kind: 'create' })
  })
  it('does not resemble an inactive contact', () => {
    expect(match([aFikenContact({ inactive: true, address })], { recipient: plain })).toMatchObject(
      { kind: 'create' },
    )
  })
})

describe('a recipient that Fiken does not know', () => {
  it('becomes a contact with what is known', () => {
    expect(match([aFikenContact({ name: 'Helt Andre AS' })])).toEqual({
      kind: 'create',
      addressMissing: false,
      contact: {
        name: 'Borettslaget Solsiden',
        email: 'styret@solsiden.no',
        phone: '+4790000000',
        organizationNumber: '940155223',
        memberNumber: 'client-1',
        address,
      },
    })
  })
  it('gets its address as it was written, and no member number that is not its own', () => {
    const contact = newContact(person({ memberNumber: null, address: parseAddress('Storgata 1') }))
    const nowhere = { street2: '', postalCode: '', city: '', country: 'Norge' }
    expect(contact).toEqual({ name: 'Ola Nordmann', address: { street: 'Storgata 1', ...nowhere } })
    expect(match([], { recipient: person({ address: null }) })).toMatchObject({
      kind: 'create',
      addressMissing: true,
    })
  })
  it('keeps as much as Fiken accepts of a name or an e-mail address that is too long', () => {
    expect(newContact(person({ name: `${'a'.repeat(199)} Vest` })).name).toBe('a'.repeat(199))
    const email = (length: number) => `${'k'.repeat(length - '@solsiden.no'.length)}@solsiden.no`
    expect(newContact(person({ email: email(200) })).email).toBe(email(200))
    expect(newContact(person({ email: email(201) }))).not.toHaveProperty('email')
  })
})
