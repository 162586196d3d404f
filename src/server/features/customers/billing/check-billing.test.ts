import { expect, test } from 'vitest'
import type { BillingFields } from '#shared/contracts/customers'
import { HttpError } from '../../../platform/http-error.ts'
import { checkedBilling } from './check-billing.ts'

const fields = (change: Partial<BillingFields> = {}): BillingFields => ({
  billing_company_name: 'Hansen Eiendom AS',
  billing_address: 'Strandgaten 9',
  billing_postal_code: '5013',
  billing_city: 'Bergen',
  billing_country: 'Norge',
  ...change,
})

function refusal(change: Partial<BillingFields>): unknown {
  try {
    return checkedBilling(fields(change))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { status: error.status, code: error.code, fields: error.more['fields'] }
  }
}
const invalid = (field: string, sentence: string) => ({
  status: 400,
  code: 'invalid',
  fields: { [field]: sentence },
})

test('an address is kept as it was typed, on one line each', () => {
  expect(checkedBilling(fields({ billing_address: ' Strandgaten\r\n9\u0000 ' }))).toEqual({
    billingCompanyName: 'Hansen Eiendom AS',
    billingAddress: 'Strandgaten 9',
    billingPostalCode: '5013',
    billingCity: 'Bergen',
    billingCountry: 'Norge',
    organizationNumber: '',
  })
})

test('an organisation number is kept as nine digits, and a wrong one is refused at its field', () => {
  const typed = { billing_organization_number: ' 940 155 223 ' }
  expect(checkedBilling(fields(typed)).organizationNumber).toBe('940155223')
  expect(refusal({ billing_organization_number: '940155224' })).toEqual(
    invalid('billing_organization_number', 'Organisasjonsnummeret er ikke gyldig'),
  )
})

test('a number that is not mentioned stays with its recipient, and one that is emptied is gone', () => {
  const now = { ...checkedBilling(fields()), organizationNumber: '940155223' }
  expect(checkedBilling(fields(), now).organizationNumber).toBe('940155223')
  const other = fields({ billing_company_name: 'Noen Andre AS' })
  expect(checkedBilling(other, now).organizationNumber).toBe('')
  const emptied = fields({ billing_organization_number: ' ' })
  expect(checkedBilling(emptied, now).organizationNumber).toBe('')
})

test.each([
  ['', 'Norge'],
  ['  norway ', 'Norge'],
  ['SWEDEN', 'Sverige'],
  ['the Netherlands', 'Nederland'],
  ['UK', 'Storbritannia'],
  ['Chile', 'Chile'],
])('the country %j is %s', (typed, kept) => {
  expect(
    checkedBilling(fields({ billing_country: typed, billing_postal_code: '5013' })).billingCountry,
  ).toBe(kept)
})

test('a country nobody knows is refused at its field', () => {
  expect(refusal({ billing_country: 'Atlantis' })).toEqual(
    invalid('billing_country', '«Atlantis» er ikke et land vi kjenner'),
  )
  expect(refusal({ billing_country: 'EU' })).toMatchObject({ code: 'invalid' })
})

test('somebody must receive the invoice', () => {
  expect(refusal({ billing_company_name: ' \n ' })).toEqual(
    invalid('billing_company_name', 'Skriv hvem fakturaen skal til'),
  )
})

test.each(['501', '50133', 'x013', '5013 x'])(
  'a Norwegian postcode has four digits, so %s is refused',
  (billing_postal_code) => {
    expect(refusal({ billing_postal_code })).toEqual(
      invalid('billing_postal_code', 'Postnummer har fire siffer'),
    )
  },
)

test('a postcode may be left out, and a foreign one is what it is', () => {
  expect(checkedBilling(fields({ billing_postal_code: '' })).billingPostalCode).toBe('')
  expect(
    checkedBilling(fields({ billing_country: 'England', billing_postal_code: 'SW1A 2AA' }))
      .billingPostalCode,
  ).toBe('SW1A 2AA')
})

test('everything that is wrong is said at once', () => {
  const wrong = {
    billing_company_name: '',
    billing_postal_code: '12',
    billing_organization_number: '123456789',
  }
  expect(refusal(wrong)).toMatchObject({
    fields: {
      billing_company_name: 'Skriv hvem fakturaen skal til',
      billing_postal_code: 'Postnummer har fire siffer',
      billing_organization_number: 'Organisasjonsnummeret er ikke gyldig',
    },
  })
})

test('all of it fits into what ServiceM8 keeps, to the last character', () => {
  const name = 'n'.repeat(100)
  const long = { billing_company_name: name, billing_city: 'c'.repeat(100) }
  const room = 500 - 100 - 100 - '5013 '.length - 2
  expect(refusal({ ...long, billing_address: 'a'.repeat(room) })).not.toHaveProperty('status')
  expect(refusal({ ...long, billing_address: 'a'.repeat(room + 1) })).toEqual(
    invalid('billing_address', 'Navn og adresse kan ha høyst 500 tegn til sammen'),
  )
})
