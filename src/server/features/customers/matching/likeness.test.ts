import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRecipient as recipient, fikenAddress as address } from '#test/support/people/recipients'
import { aFikenContact } from '#test/support/vendors/vendor-objects'
import { runs } from '#test/support/size'
import { compare, nameScore, statedOtherwise } from './likeness.ts'

const other = '974760673'

describe('the likeness of names', () => {
  it.each([
    ['Ola Nordmann', 'Nordmann, Ola', 100],
    ['Ola Nordman', 'Nordmann, Ola', 91],
    ['Håkon & Sønn AS', 'Haakon og Sønn', 100],
    ['Borettslaget Solsiden', 'Borettslaget Solsida', 75],
    ['Rør og Varme AS', 'Elektro Vest AS', 23],
    ['', 'Ola', 0],
    ['Ola', '', 0],
    ['', '–', 0],
  ])('%j and %j: %i', (one, two, score) => {
    expect(nameScore(one, two)).toBe(score)
  })
  it('is the same in both directions, and complete only for equal names', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (one, two) => {
        const score = nameScore(one, two)
        expect(score).toBe(nameScore(two, one))
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('a contact compared with a recipient', () => {
  it('counts agreements and vetoes', () => {
    expect(
      compare(
        recipient(),
        aFikenContact({
          email: 'styret@solsiden.no',
          phone: '90000000',
          address,
          organizationNumber: other,
        }),
      ),
    ).toEqual({
      score: 100,
      agreements: ['email', 'phone', 'address', 'company_name'],
      vetoes: ['organization_number'],
    })
  })
  it.each([
    ['Sameiet Storgata 12 og Parkveien 3', 'Sameiet Parkveien 3 og Storgata 12', []],
    ['Sameiet Parkveien 3 og Storgata 12', 'Sameiet Storgata 12 og Parkveien 3', []],
    ['Sameiet Storgata 12', 'Sameiet Storgata 14', ['numbers']],
    ['Solsiden Drift', 'Solsiden Drift AS', []],
    ['Solsiden Drift AS', 'Solsiden Drift', []],
    ['Solsiden Drift AS', 'Solsiden Drift ANS', ['form']],
  ])(
    '%s and %s: numbers in any order and a missing legal form are no objection',
    (name, theirs, vetoes) => {
      expect(compare(recipient({ name }), aFikenContact({ name: theirs })).vetoes).toEqual(vetoes)
    },
  )
  it('has no objection when only one of them states an organisation number', () => {
    expect(
      compare(recipient({ organizationNumber: null }), aFikenContact({ organizationNumber: other }))
        .vetoes,
    ).toEqual([])
    expect(compare(recipient(), aFikenContact()).vetoes).toEqual([])
  })
  it.each([
    ['Moen Gård', true, 'Moen Gård', '', []],
    ['Moen Gård', true, 'Moen Gård', '974760673', ['company_name']],
    ['Moen Gård', true, 'Moen Gård', '974760674', []],
    ['Moen Gård', true, 'Moen Gård AS', '', ['company_name']],
    ['Moen Gård AS', true, 'Moen Gård', '', []],
    ['Moen Gård AS', true, 'Moen Gård AS', '', ['company_name']],
    ['Moen Gård AS', true, 'Moen Gård ANS', '974760673', []],
    ['Moen Gård AS', true, 'Moen Hage AS', '974760673', []],
    ['Jan Olsen', false, 'Jan Olsen', '974760673', []],
    ['–', true, '…', '974760673', []],
  ])(
    '%s (an organisation: %s) and %s, number %j: equal names count between organisations',
    (name, isOrganization, theirs, number, agreements) => {
      const ours = recipient({
        name,
        isOrganization,
        organizationNumber: null,
        email: null,
        phone: null,
        address: null,
      })
      expect(
        compare(ours, aFikenContact({ name: theirs, organizationNumber: number })).agreements,
      ).toEqual(agreements)
    },
  )
})

describe('what a recipient and a contact both state, and differently', () => {
  const elsewhere = { ...address, street: 'Storgata 5' }
  it.each([
    [{ phone: '90000001', address: elsewhere }, ['phone', 'address']],
    [{ phone: '90000001' }, ['phone']],
    [{ address: elsewhere }, ['address']],
    [{ address: { ...address, postalCode: '1414' } }, ['address']],
    [{ phone: '90000000', address }, []],
    [{ phone: 'ukjent', address: { ...elsewhere, postalCode: '' } }, []],
    [{ address: { ...elsewhere, street: '' } }, []],
    [{}, []],
  ])('of %j: %j', (theirs, details) => {
    expect(statedOtherwise(recipient(), aFikenContact(theirs))).toEqual(details)
  })
  it('is nothing that is unknown of the recipient', () => {
    const contact = aFikenContact({ phone: '90000001', address: elsewhere })
    expect(statedOtherwise(recipient({ phone: null, address: null }), contact)).toEqual([])
    const unread = { ...elsewhere, postalCode: '', raw: '', needsReview: true }
    expect(statedOtherwise(recipient({ phone: null, address: unread }), contact)).toEqual([])
  })
})
