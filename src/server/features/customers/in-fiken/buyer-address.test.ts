import { expect, it } from 'vitest'
import { leftOut, statesNeither } from './buyer-address.ts'

const nowhere = { street: '', street2: '', postalCode: '', city: '', country: 'Norge' }

it.each([
  [{}, true],
  [{ address: null, organizationNumber: ' ' }, true],
  [{ address: nowhere }, true],
  [{ address: { ...nowhere, city: 'Dublin' } }, false],
  [{ address: { ...nowhere, street: 'Storgata 1' } }, false],
  [{ address: null, organizationNumber: '940155223' }, false],
  [{ address: nowhere, organizationNumber: 'IE6388047V' }, false],
])('%j states neither address nor organisation number: %j', (contact, neither) => {
  expect(statesNeither(contact)).toBe(neither)
})

const address = { street: 'Torget 1', street2: '', postalCode: '', city: '', country: 'Norge' }
const recipient = { wrongEmail: 'kari..n@firma.no', email: null }

it('an e-mail address that mail does not reach is named, where the contact has none or the next one', () => {
  expect(leftOut(recipient, { address })).toEqual([
    '«kari..n@firma.no» er ikke en gyldig e-postadresse og er utelatt. Kunden i Fiken står uten e-post.',
  ])
  expect(
    leftOut({ ...recipient, email: 'ola@firma.no' }, { email: 'Ola@firma.no', address }),
  ).toEqual([
    '«kari..n@firma.no» er ikke en gyldig e-postadresse og er utelatt; «ola@firma.no» brukes.',
  ])
  expect(leftOut(recipient, { email: 'post@firma.no', address })).toEqual([])
  expect(leftOut({ email: null }, { address })).toEqual([])
})

it('a contact without an address is said to be so', () => {
  const right = { email: null }
  expect(leftOut(right, { address: null })).toEqual(['Kunden i Fiken står uten adresse.'])
})
