import { expect, it } from 'vitest'
import { statesNeither } from './buyer-address.ts'

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
