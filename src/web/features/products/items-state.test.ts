import { describe, expect, it } from 'vitest'
import type {
  Comparison,
  FikenOnly,
  MatchedProduct,
  Servicem8Only,
} from '#shared/contracts/products/comparison'
import { isPerfect, listed, offersSmartSync, totalsOf } from './items-state.ts'

const pair = (change: Partial<MatchedProduct> = {}): MatchedProduct => ({
  name: 'Blandebatteri',
  fikenName: 'Blandebatteri',
  fikenProductId: 1,
  fikenProductNumber: '100',
  fikenPrice: 50_000,
  fikenStock: 3,
  servicem8Uuid: 'a',
  servicem8ItemNumber: '100',
  servicem8Barcode: '7045',
  servicem8SalePrice: 500,
  servicem8Stock: 3,
  cost: null,
  newerSource: 'unknown',
  newerBy: null,
  newerStock: 'unknown',
  newerStockBy: null,
  inventoryTracked: true,
  ...change,
})

const inFiken = (change: Partial<FikenOnly> = {}): FikenOnly => ({
  productId: 2,
  name: 'Rørkobling',
  productNumber: '200',
  unitPrice: 1_000,
  stockQuantity: null,
  stock: null,
  active: true,
  ...change,
})

const inServicem8 = (change: Partial<Servicem8Only> = {}): Servicem8Only => ({
  uuid: 'b',
  name: 'Pakning',
  item_number: '300',
  barcode: '',
  salePrice: 12.5,
  price: 12.5,
  cost: null,
  incomeAccount: null,
  quantity_in_stock: 4,
  ...change,
})

const comparison = (change: Partial<Comparison> = {}): Comparison => ({
  fikenProductCount: 0,
  servicem8MaterialCount: 0,
  matched: 0,
  matchedProducts: [],
  missingInServiceM8: [],
  missingInFiken: [],
  fikenDuplicates: [],
  servicem8Duplicates: [],
  nameMatches: [],
  ...change,
})

const rowOf = (change: Partial<MatchedProduct>) => {
  const [row] = listed(comparison({ matchedProducts: [pair(change)] }))
  if (!row) throw new Error('no row')
  return row
}

describe('a pair', () => {
  it('counts as a price deviation from one øre, and has the dot of one from one krone', () => {
    const said = ([500, 500.01, 500.99, 501, 499] as const).map((servicem8SalePrice) => {
      const { status, deviates } = rowOf({ servicem8SalePrice })
      return [status, deviates]
    })
    expect(said).toEqual([
      ['perfect', false],
      ['perfect', true],
      ['perfect', true],
      ['deviation', true],
      ['deviation', true],
    ])
  })
  it('deviates when one of the systems has no price, and not when neither has', () => {
    expect(rowOf({ fikenPrice: null }).status).toBe('deviation')
    expect(rowOf({ fikenPrice: null, servicem8SalePrice: null }).deviates).toBe(false)
  })
  it('is not moved by the way decimals are stored', () => {
    expect(rowOf({ fikenPrice: 110, servicem8SalePrice: 1.1 }).deviates).toBe(false)
    expect(rowOf({ fikenPrice: 1_999, servicem8SalePrice: 19.99 }).deviates).toBe(false)
  })
})

describe('the list', () => {
  const full = comparison({
    fikenProductCount: 4,
    servicem8MaterialCount: 3,
    matched: 1,
    matchedProducts: [pair({ servicem8SalePrice: 400 })],
    missingInServiceM8: [inFiken(), inFiken({ productId: 3, name: 'Ås' })],
    missingInFiken: [inServicem8(), inServicem8({ uuid: 'c', name: 'Rørkobling' })],
    fikenDuplicates: [
      {
        productNumber: '9',
        products: [
          { system: 'fiken', duplicateProductNumber: '9', name: 'Krok', productId: 9 },
          { system: 'fiken', duplicateProductNumber: '9', name: 'Krok to', productId: 10 },
        ],
      },
    ],
    nameMatches: [
      {
        name: 'Rørkobling',
        fikenProductId: 2,
        fikenProductNumber: '200',
        fikenPrice: 1_000,
        fikenStock: null,
        servicem8Uuid: 'c',
        servicem8ItemNumber: '300',
        servicem8SalePrice: 12.5,
        servicem8Stock: 4,
      },
    ],
  })
  it('has each product once, by name, named as bulk delete takes it', () => {
    expect(listed(full).map(({ id, status }) => [id, status])).toEqual([
      ['matched:1:a', 'deviation'],
      ['fiken:9', 'duplicate'],
      ['fiken:10', 'duplicate'],
      ['sm8:b', 'servicem8_only'],
      ['fiken:2', 'same_name'],
      ['sm8:c', 'same_name'],
      ['fiken:3', 'fiken_only'],
    ])
  })
  it('puts numbers in names in the order of their size', () => {
    const rows = listed(
      comparison({
        missingInFiken: ['Rør 110 mm', 'Rør 32 mm', 'Rør 50 mm'].map((name) =>
          inServicem8({ uuid: name, name }),
        ),
      }),
    )
    expect(rows.map(({ name }) => name)).toEqual(['Rør 32 mm', 'Rør 50 mm', 'Rør 110 mm'])
  })

  it('counts what the cards show', () => {
    expect(totalsOf(full, listed(full))).toEqual({
      fiken: 4,
      servicem8: 3,
      matched: 1,
      deviating: 1,
      all: 7,
    })
  })
  it('is perfect when nothing is missing on either side, or there twice', () => {
    expect(isPerfect(full)).toBe(false)
    expect(isPerfect(comparison({ matched: 1, matchedProducts: [pair()] }))).toBe(true)
    expect(isPerfect(comparison({ matched: 1, missingInFiken: [inServicem8()] }))).toBe(false)
    expect(isPerfect(comparison())).toBe(false)
    const twice = [{ productNumber: '7', products: [] }]
    const paired = { matched: 1, matchedProducts: [pair()] }
    expect(isPerfect(comparison({ ...paired, fikenDuplicates: twice }))).toBe(false)
    expect(isPerfect(comparison({ ...paired, servicem8Duplicates: twice }))).toBe(false)
  })
})

describe('Smart Sync', () => {
  const offered = (change: Partial<MatchedProduct>) =>
    offersSmartSync(comparison({ matchedProducts: [pair(), pair(change)] }))
  it('is offered for a krone of difference, or another stock, where a newer side is known', () => {
    expect(offered({})).toBe(false)
    expect(offered({ servicem8SalePrice: 501 })).toBe(false)
    expect(offered({ servicem8SalePrice: 501, newerSource: 'fiken' })).toBe(true)
    expect(offered({ servicem8SalePrice: 500.5, newerSource: 'fiken' })).toBe(false)
    expect(offered({ servicem8Stock: 4, newerStock: 'servicem8' })).toBe(true)
    expect(offered({ servicem8Stock: 4 })).toBe(false)
    expect(offered({ servicem8Stock: null, newerSource: 'fiken' })).toBe(false)
  })
})
