import { describe, expect, it } from 'vitest'
import type { Customer } from '#shared/contracts/customers'
import {
  addressLine,
  billingFieldsOf,
  billingLine,
  differences,
  displayName,
  isBilledAtOwn,
  isEqual,
  isSameAsCustomer,
  ownBilling,
} from './billing-state.ts'

const named = (changes: Partial<Customer>) =>
  ({
    company_name: '',
    contact_name: '',
    email: '',
    organization_number: '',
    billing_company_name: '',
    billing_organization_number: '',
    ...changes,
  }) as Customer

const fields = {
  billing_company_name: 'Vestbo BBL',
  billing_address: 'Storgata 1',
  billing_city: 'Bergen',
  billing_postal_code: '5003',
  billing_country: 'Norge',
  billing_organization_number: '',
}

describe('the name of a customer', () => {
  it('is the company, then the contact, then the e-mail, and is never missing', () => {
    const all = { company_name: ' Rør AS ', contact_name: ' Kari ', email: ' k@rør.no ' }
    expect(displayName(named(all))).toBe('Rør AS')
    expect(displayName(named({ ...all, company_name: '  ' }))).toBe('Kari')
    expect(displayName(named({ ...all, company_name: '', contact_name: ' ' }))).toBe('k@rør.no')
    expect(displayName(named({ email: ' ' }))).toBe('Ukjent kunde')
  })
})

describe('an address in one line', () => {
  it('has the street, the place, and the country only where it is another one', () => {
    expect(addressLine('Storgata 1', '5003', 'Bergen', 'Norge')).toBe('Storgata 1, 5003 Bergen')
    expect(addressLine('Kungsgatan 2', '111 22', 'Stockholm', ' Sverige ')).toBe(
      'Kungsgatan 2, 111 22 Stockholm, Sverige',
    )
    for (const country of ['', ' NORWAY ', 'Noreg', 'no'])
      expect(addressLine('Storgata 1', '', '', country)).toBe('Storgata 1')
  })
  it('joins the lines of a street, and leaves out what is unknown', () => {
    expect(addressLine('c/o Kari,\n\n Storgata 1 ', '', 'Bergen', '')).toBe(
      'c/o Kari, Storgata 1, Bergen',
    )
    expect(addressLine('', ' 5003 ', '', '')).toBe('5003')
    expect(addressLine(' ', ' ', '', '')).toBe('')
  })
  it('of the billing fields does not name the recipient', () => {
    expect(billingLine({ ...fields, billing_country: 'Danmark' })).toBe(
      'Storgata 1, 5003 Bergen, Danmark',
    )
  })
})

describe('who is billed', () => {
  it('is the customer while no other name is given', () => {
    const company_name = 'Rør AS'
    const billed = (billing_company_name: string) => named({ company_name, billing_company_name })
    expect(isSameAsCustomer(billed('  '))).toBe(true)
    expect(isSameAsCustomer(billed(' Rør AS '))).toBe(true)
    expect(
      isSameAsCustomer(named({ company_name: ' Rør AS', billing_company_name: 'Rør AS' })),
    ).toBe(true)
    expect(isSameAsCustomer(billed('Rør Holding AS'))).toBe(false)
  })
  it('has the customer’s own name and address then, in Norway where no country is known', () => {
    const customer = named({
      contact_name: 'Kari',
      address: 'Storgata 1',
      city: 'Bergen',
      postal_code: '5003',
      country: ' ',
    })
    expect(ownBilling(customer)).toEqual({ ...fields, billing_company_name: 'Kari' })
    expect(ownBilling({ ...customer, country: 'Sverige' }).billing_country).toBe('Sverige')
  })
  it('has its own organisation number then, else the one that was saved for it', () => {
    const number = (changes: Partial<Customer>) =>
      ownBilling(named({ country: '', ...changes })).billing_organization_number
    const both = { organization_number: '923609016', billing_organization_number: '999999999' }
    expect(number(both)).toBe('923609016')
    expect(number({ ...both, organization_number: '' })).toBe('999999999')
    expect(number({ ...both, organization_number: '', billing_company_name: 'Eier AS' })).toBe('')
  })
  it('otherwise has the billing fields, with the same country by default', () => {
    expect(billingFieldsOf({ ...named({}), ...fields, billing_country: '' })).toEqual(fields)
    expect(billingFieldsOf({ ...named({}), ...fields, billing_country: 'Danmark' })).toEqual({
      ...fields,
      billing_country: 'Danmark',
    })
  })
})

describe('two versions', () => {
  it('are compared field by field, in the order of the form', () => {
    const theirs = { ...fields, billing_address: 'Storgata 2', billing_city: 'Nesttun' }
    const compared = differences(fields, theirs)
    expect(compared.map(({ field }) => field)).toEqual([
      'billing_company_name',
      'billing_address',
      'billing_postal_code',
      'billing_city',
      'billing_country',
    ])
    expect(compared.filter(({ differs }) => differs)).toEqual([
      { field: 'billing_address', mine: 'Storgata 1', theirs: 'Storgata 2', differs: true },
      { field: 'billing_city', mine: 'Bergen', theirs: 'Nesttun', differs: true },
    ])
    expect(isEqual(fields, theirs)).toBe(false)
  })
  it('are the same when only spaces, or a country that goes without saying, differ', () => {
    expect(
      isEqual(fields, { ...fields, billing_address: ' Storgata  1 ', billing_country: '' }),
    ).toBe(true)
    expect(isEqual(fields, { ...fields, billing_country: 'Sverige' })).toBe(false)
    expect(
      isEqual(
        { ...fields, billing_country: 'Danmark' },
        { ...fields, billing_country: ' Danmark' },
      ),
    ).toBe(true)
    const numbered = (billing_organization_number?: string) =>
      isEqual(
        { ...fields, billing_organization_number: '923 609 016' },
        { ...fields, billing_organization_number },
      )
    expect(numbered('923609016')).toBe(true)
    expect(numbered('999999999')).toBe(false)
    expect(numbered()).toBe(false)
    // Only the country is ignored; a company can be called Norge.
    expect(
      isEqual({ ...fields, billing_city: 'Norge' }, { ...fields, billing_city: 'Norway' }),
    ).toBe(false)
  })
})

describe('a customer that receives its own invoices', () => {
  const own = { address: 'Storgata 1', postal_code: '5003', city: 'Bergen', country: '' }
  const customer = named({ ...fields, ...own, company_name: 'Vestbo BBL' })
  it('receives them where it is, however that is written, or where nothing else is known', () => {
    expect(isBilledAtOwn(customer)).toBe(true)
    expect(isBilledAtOwn({ ...customer, billing_city: 'BERGEN' })).toBe(true)
    const nowhere = { billing_address: '', billing_city: '', billing_postal_code: '' }
    expect(isBilledAtOwn({ ...customer, ...nowhere })).toBe(true)
    expect(isBilledAtOwn({ ...customer, address: '', postal_code: '', city: '' })).toBe(true)
  })
  it('may receive them somewhere else, and others receive them themselves', () => {
    expect(isBilledAtOwn({ ...customer, billing_address: 'Postboks 9' })).toBe(false)
    expect(isBilledAtOwn({ ...customer, billing_country: 'Danmark' })).toBe(false)
    expect(isBilledAtOwn({ ...customer, company_name: 'Havn Borettslag' })).toBe(false)
  })
})
