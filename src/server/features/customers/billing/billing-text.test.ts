import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aClient } from '../../../../../test/support/vendors/vendor-objects.ts'
import { decideRecipient, type BillingOverride } from '../reading/recipient.ts'
import { billingText, isSameText } from './billing-text.ts'

const billing = (change: Partial<BillingOverride> = {}): BillingOverride => ({
  billingCompanyName: 'Hansen Eiendom AS',
  billingAddress: 'Strandgaten 9',
  billingPostalCode: '5013',
  billingCity: 'Bergen',
  billingCountry: 'Norge',
  ...change,
})

test('a saved address is written to ServiceM8 line by line, without Norge', () => {
  expect(billingText(billing())).toBe('Hansen Eiendom AS\nStrandgaten 9\n5013 Bergen')
})

test('another country is written last, and what is empty is left out', () => {
  expect(billingText(billing({ billingCountry: 'Sverige', billingAddress: '' }))).toBe(
    'Hansen Eiendom AS\n5013 Bergen\nSverige',
  )
  expect(billingText(billing({ billingAddress: '', billingPostalCode: '', billingCity: '' }))).toBe(
    'Hansen Eiendom AS',
  )
})

test('what is written is read back as the same name and address', () => {
  const word = fc.constantFrom('Strand', 'Fjord', 'Ås', 'Øvre', 'Nøstet', 'Kjær')
  fc.assert(
    fc.property(
      fc.tuple(word, word).map(([one, other]) => `${one} ${other} AS`),
      fc.tuple(word, fc.integer({ min: 1, max: 99 })).map(([name, no]) => `${name}gaten ${no}`),
      word,
      fc.oneof(
        fc.tuple(
          fc.integer({ min: 1000, max: 9999 }).map(String),
          fc.constantFrom('Norge', 'Sverige', 'Danmark'),
        ),
        fc.constantFrom(
          ['SW1A 2AA', 'Storbritannia'] as const,
          ['M1 1AE', 'Storbritannia'] as const,
          ['1012 LG', 'Nederland'] as const,
        ),
      ),
      (billingCompanyName, billingAddress, billingCity, [billingPostalCode, billingCountry]) => {
        const saved = {
          billingCompanyName,
          billingAddress,
          billingPostalCode,
          billingCity,
          billingCountry,
        }
        const decided = decideRecipient({
          job: { billingAddress: '', jobAddress: '', geo: null },
          client: aClient({ billingAddress: billingText(saved) }),
          headOffice: null,
          jobContacts: [],
          clientContacts: [],
          override: null,
        })
        expect(decided.ok && decided.recipient).toMatchObject({
          name: billingCompanyName,
          address: {
            street: billingAddress,
            postalCode: billingPostalCode,
            city: billingCity,
            country: billingCountry,
          },
        })
      },
    ),
  )
})

test('line ends and spaces do not make a text another one, and words do', () => {
  expect(isSameText('A\r\nB  C', ' A\nB C ')).toBe(true)
  expect(isSameText('A B', 'AB')).toBe(false)
  expect(isSameText('', ' \n')).toBe(true)
})
