import { describe, expect, it } from 'vitest'
import type { Organization } from '#shared/contracts/organizations'
import { addressLine, businessOf, isNumber, mayBeAsked } from './company-state.ts'

const bakery: Organization = {
  organizationNumber: '974760673',
  name: 'Nordnes Bakeri AS',
  form: 'AS',
  address: { street: 'Nordnesgaten 7', postalCode: '5005', city: 'Bergen', country: 'Norge' },
  vatRegistered: true,
  ended: null,
}

describe('what is asked about', () => {
  it.each([
    ['974 760 673', true],
    ['NO 974 760 673 MVA', true],
    ['974 760', false],
    ['no', true],
    ['n', false],
    ['2020 AS', true],
    ['', false],
  ])('%j: %s', (typed, asked) => expect(mayBeAsked(typed)).toBe(asked))
  it('tells a number from a name', () => {
    expect(isNumber('974 760 673')).toBe(true)
    expect(isNumber('NO 974 760 673 MVA')).toBe(true)
    expect(isNumber('Rema 1000')).toBe(false)
  })
})

describe('an organisation', () => {
  it('fills four fields', () => {
    expect(businessOf(bakery)).toEqual({
      companyName: 'Nordnes Bakeri AS',
      address: 'Nordnesgaten 7',
      postalCode: '5005',
      city: 'Bergen',
    })
    expect(addressLine(bakery)).toBe('Nordnesgaten 7, 5005 Bergen')
  })
  it('without an address fills only its name', () => {
    const bare = { ...bakery, address: null }
    expect(businessOf(bare)).toMatchObject({ companyName: 'Nordnes Bakeri AS', address: '' })
    expect(addressLine(bare)).toBe('')
  })
  it('abroad has no Norwegian postcode', () => {
    const address = { street: '', postalCode: '', city: 'SE-211 20 MALMÖ', country: 'Sverige' }
    expect(businessOf({ ...bakery, address })).toMatchObject({ postalCode: '' })
    expect(addressLine({ ...bakery, address })).toBe('SE-211 20 MALMÖ')
  })
})
