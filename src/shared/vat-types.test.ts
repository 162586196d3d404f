import { expect, test } from 'vitest'
import { hasVatType } from './vat-types.ts'

test('only the rates of Norwegian law have a VAT type in Fiken', () => {
  for (const percent of ['0', '0.0000', '11.11', '12', '15.0', '25.0000'])
    expect(hasVatType(percent), percent).toBe(true)
  for (const percent of ['13', '24.99', '11.1', '-25', ''])
    expect(hasVatType(percent), percent).toBe(false)
})
