import { describe, expect, it } from 'vitest'
import {
  aLine,
  aMaterial,
  aProduct,
  norwegianRates,
  ZERO_RATE,
} from '#test/support/vendors/vendor-objects'
import { findProduct, planProducts } from './product-plan.ts'

describe('products', () => {
  const plan = (
    materials: ReturnType<typeof aMaterial>[],
    products: ReturnType<typeof aProduct>[] = [],
  ) =>
    planProducts({
      lines: materials.map((material) => aLine({ materialUuid: material.uuid })),
      materials,
      products,
      taxRates: norwegianRates(),
      vatMappings: [],
      company: { vatRegistered: true, accounts: null },
    })
  it('are created in Fiken when missing, net of VAT and each once', () => {
    const inclusive = aMaterial({ price: '10000', priceIncludesTax: true })
    expect(plan([inclusive, inclusive])).toEqual([
      {
        name: 'Varmtvannsbereder 200 l',
        productNumber: 'BER-200',
        unitPrice: 800000,
        incomeAccount: '3000',
        vatType: 'HIGH',
      },
    ])
    expect(plan([inclusive], [aProduct()])).toEqual([])
    expect(plan([inclusive], [aProduct({ active: false })])).toEqual([])
  })
  it('are numbered by item number, else barcode, else the start of the uuid', () => {
    const named = (changes: Parameters<typeof aMaterial>[0]) =>
      plan([aMaterial(changes)])[0]?.productNumber
    expect(named({ itemNumber: ' BER-1 ' })).toBe('BER-1')
    expect(named({ itemNumber: '', barcode: '7038010000000' })).toBe('7038010000000')
    expect(named({ itemNumber: '', barcode: '' })).toBe('a1b2c3d4')
  })
  it('have the same number whatever the case of its letters, as where products are compared', () => {
    const valve = (itemNumber: string) => aMaterial({ uuid: itemNumber, itemNumber })
    expect(plan([valve('vvs-100')], [aProduct({ productNumber: 'VVS-100' })])).toEqual([])
    expect(plan([valve('vvs-100'), valve('VVS-100 ')])).toHaveLength(1)
    const numbered = (...numbers: string[]) =>
      numbers.map((productNumber, index) => aProduct({ productId: index + 1, productNumber }))
    expect(findProduct(numbered('VVS-100'), 'vvs-100')?.productId).toBe(1)
    expect(findProduct(numbered(' Rør-Ø1'), 'rØR-ø1')?.productId).toBe(1)
    // If several products match, the one with identical spelling is chosen, otherwise the oldest.
    expect(findProduct(numbered('VVS-100', 'vvs-100'), 'vvs-100')?.productId).toBe(2)
    expect(findProduct(numbered('VVS-100', 'Vvs-100'), 'vvs-100')?.productId).toBe(1)
    expect(findProduct(numbered('VVS-1000'), 'vvs-100')).toBeUndefined()
  })
  it('are not created when their VAT or price cannot be determined; labour goes to the account for labour', () => {
    expect(plan([aMaterial({ taxRateUuid: ZERO_RATE })])).toEqual([])
    expect(plan([aMaterial({ price: 'ukjent' })])).toEqual([])
    expect(plan([aMaterial({ name: 'Montør', isInventoried: false })])[0]?.incomeAccount).toBe(
      '3020',
    )
  })
})
