import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Contact } from '#clients/fiken/types'
import { aRecipient, fikenAddress as address } from '#test/support/people/recipients'
import { aFikenContact } from '#test/support/vendors/vendor-objects'
import { runs } from '#test/support/size'
import { comparisonOf, detailsOf, type ComparedDetail } from './comparison.ts'
import { compare } from './likeness.ts'
import type { Recipient } from '../reading/recipient.ts'

const read = (recipient: Recipient, contact: Contact) =>
  comparisonOf(recipient, contact, compare(recipient, contact))

describe('what a person reads about a contact that may be the customer', () => {
  it.each<[Partial<Contact>, string]>([
    [{}, '100 %: samme navn'],
    [{ name: 'Borettslaget Solsida' }, '75 %: lignende navn'],
    [{ name: 'Elektro Vest AS' }, '8 %: annet navn, annen selskapsform'],
    [{ name: 'Solsiden Borettslag' }, '100 %: samme navn'],
    [{ name: 'Solsiden AS' }, '100 %: samme navn, annen selskapsform'],
    [{ name: 'Borettslaget Solsiden 2' }, '80 %: lignende navn, andre tall i navnet'],
    [{ organizationNumber: '940 155 223' }, '100 %: samme navn og organisasjonsnummer'],
    [{ organizationNumber: '974760673' }, '100 %: samme navn, annet organisasjonsnummer'],
    [{ memberNumber: 'client-1' }, '100 %: samme navn og medlemsnummer'],
    [{ email: 'Styret@Solsiden.no' }, '100 %: samme navn og e-post'],
    [{ email: 'post@forvalter.no' }, '100 %: samme navn, annen e-post'],
    [{ phone: '900 00 000' }, '100 %: samme navn og telefonnummer'],
    [{ phone: '90000001' }, '100 %: samme navn, annet telefonnummer'],
    [{ address }, '100 %: samme navn og adresse'],
    [{ address: { ...address, street: 'Solvn. 2' } }, '100 %: samme navn og adresse'],
    [{ address: { ...address, street: '' } }, '100 %: samme navn og postnummer'],
    [
      { address: { ...address, street: 'Solveien 4' } },
      '100 %: samme navn og postnummer, annen gateadresse',
    ],
    [
      { address: { ...address, postalCode: '1414' } },
      '100 %: samme navn og gateadresse, annet postnummer',
    ],
    [
      { address: { ...address, street: '', postalCode: '1414' } },
      '100 %: samme navn, annet postnummer',
    ],
    [
      { address: { ...address, street: 'Storgata 5', postalCode: '5003' } },
      '100 %: samme navn, annen adresse',
    ],
    [
      {
        name: 'Borettslaget Solside',
        email: 'post@forvalter.no',
        phone: '90000001',
        address: { ...address, street: '' },
      },
      '87 %: lignende navn, samme postnummer, annen e-post og annet telefonnummer',
    ],
  ])('%j: %s', (theirs, line) => {
    expect(read(aRecipient(), aFikenContact(theirs))).toBe(line)
  })

  it('does not mention what is unknown of either', () => {
    const nothing = {
      organizationNumber: null,
      memberNumber: null,
      email: null,
      phone: null,
      address: null,
    }
    const everything = aFikenContact({
      organizationNumber: '940155223',
      memberNumber: 'client-1',
      email: 'styret@solsiden.no',
      phone: '90000000',
      address,
    })
    expect(read(aRecipient(nothing), everything)).toBe('100 %: samme navn')
    expect(read(aRecipient(nothing), aFikenContact())).toBe('100 %: samme navn')
  })

  it('says of every detail that both have, once, whether it agrees', () => {
    const known = fc.record({
      organizationNumber: fc.constantFrom('', '940155223', '974760673'),
      email: fc.constantFrom('', 'styret@solsiden.no', 'post@forvalter.no'),
      phone: fc.constantFrom('', '+4790000000', '+4790000001'),
    })
    const words = [
      ['organizationNumber', 'organisasjonsnummer', 'annet organisasjonsnummer'],
      ['email', 'e-post', 'annen e-post'],
      ['phone', 'telefonnummer', 'annet telefonnummer'],
    ] as const
    fc.assert(
      fc.property(known, known, fc.string({ maxLength: 20 }), (ours, theirs, name) => {
        const recipient = aRecipient({
          ...Object.fromEntries(Object.entries(ours).map(([key, value]) => [key, value || null])),
          address: null,
        })
        const contact = aFikenContact({ ...theirs, name })
        const line = read(recipient, contact)
        expect(line.startsWith(`${compare(recipient, contact).score} %: `)).toBe(true)
        for (const [key, same, other] of words) {
          const areKnown = ours[key] !== '' && theirs[key] !== ''
          expect(line.split(same).length - 1).toBe(areKnown ? 1 : 0)
          expect(line.includes(other)).toBe(areKnown && ours[key] !== theirs[key])
        }
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('the details of a contact, one by one', () => {
  const detailOf = (theirs: Partial<Contact>, field: ComparedDetail['field']) => {
    const contact = aFikenContact(theirs)
    const found = detailsOf(aRecipient(), contact, compare(aRecipient(), contact))
    return found.find((detail) => detail.field === field)
  }
  it.each<[Partial<Contact>, ComparedDetail['field'], string]>([
    [{}, 'name', 'same: samme navn'],
    [{ name: 'Borettslaget Solsida' }, 'name', 'partly: lignende navn'],
    [{ name: 'Elektro Vest AS' }, 'name', 'other: annet navn, annen selskapsform'],
    [{ name: 'Solsiden AS' }, 'name', 'partly: samme navn, annen selskapsform'],
    [{ email: 'Styret@Solsiden.no' }, 'email', 'same: samme e-post'],
    [{ email: 'post@forvalter.no' }, 'email', 'other: annen e-post'],
    [{ phone: '90000001' }, 'phone', 'other: annet telefonnummer'],
    [{ organizationNumber: '974760673' }, 'organizationNumber', 'other: annet organisasjonsnummer'],
    [{ address }, 'address', 'same: samme adresse'],
    [{ address: { ...address, street: '' } }, 'address', 'partly: samme postnummer'],
    [
      { address: { ...address, street: 'Solveien 4' } },
      'address',
      'partly: samme postnummer, annen gateadresse',
    ],
    [
      { address: { ...address, street: 'Storgata 5', postalCode: '5003' } },
      'address',
      'other: annen adresse',
    ],
  ])('%j, %s: %s', (theirs, field, said) => {
    const { verdict, text } = detailOf(theirs, field) ?? {}
    expect(`${verdict}: ${text}`).toBe(said)
  })

  it('are judged as the sentence says, and equal names are never called alike', () => {
    for (const [ours, theirs] of [
      ['Håkon Berg', 'Haakon Berg'],
      ['Nordmann, Ola', 'Ola Nordmann'],
      ['AS', 'As'],
    ] as const) {
      const recipient = aRecipient({ name: ours })
      const contact = aFikenContact({ name: theirs })
      expect(read(recipient, contact)).toBe('100 %: samme navn')
      const [name] = detailsOf(recipient, contact, compare(recipient, contact))
      expect(name).toMatchObject({ verdict: 'same', text: 'samme navn' })
    }
  })
})
