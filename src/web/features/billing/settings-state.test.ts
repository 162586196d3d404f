import { expect, test } from 'vitest'
import { formOf, priceOf, typedOf } from './settings-state.ts'

test.each([
  ['500', 500],
  ['1 500', 1500],
  ['1\u00a0500', 1500],
  ['499,90', 499],
  ['', 0],
  ['gratis', 0],
  ['-5', -5],
  ['99999999999999999999', 0],
])('the price «%s» is read as %d kroner', (typed, kroner) => {
  expect(priceOf(typed)).toBe(kroner)
})

test('what is saved is shown, and what is shown is saved', () => {
  const saved = {
    billingEnabled: true,
    monthlyPrice: 500,
    productName: 'Fakturabro',
    productDescription: '',
    adminFikenCompanySlug: 'selger-as',
  }
  expect(formOf(typedOf({ ...saved, companyName: 'Selger AS', sender: null }))).toEqual(saved)
})
