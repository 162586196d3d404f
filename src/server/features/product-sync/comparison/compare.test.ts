import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMaterial, aProduct } from '#test/support/vendors/vendor-objects'
import type { Comparison } from '#shared/contracts/products/comparison'
import { compareInSlices, comparing, type ComparisonInput } from './compare.ts'
import type { PricedMaterial } from './rows.ts'
import { pairKey } from '../snapshot.ts'

const item = (changes: Parameters<typeof aMaterial>[0] = {}, net: number | null = 10_000) =>
  ({
    material: aMaterial(changes),
    netPrice: net,
    netCost: null,
    incomeAccount: '3000',
  }) satisfies PricedMaterial

const compare = (input: Partial<ComparisonInput>) =>
  atOnce({ materials: [], products: [], snapshots: new Map(), ...input })

function atOnce(input: ComparisonInput): Comparison {
  const steps = comparing(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe('the comparison of products', () => {
  it('matches by number, whatever the letters and the spaces around it', () => {
    const found = compare({
      materials: [item({ itemNumber: 'ber-200' })],
      products: [aProduct({ productNumber: ' BER-200 ' })],
    })
    expect(found).toMatchObject({ matched: 1, missingInFiken: [], missingInServiceM8: [] })
  })

  it('matches an item without a number by its barcode, else by the start of its uuid', () => {
    const barcode = item({ uuid: 'b', itemNumber: '', barcode: '7021760010017' })
    const bare = item({ uuid: '0a1b2c3d-4e5f', itemNumber: '', barcode: '' })
    const found = compare({
      materials: [barcode, bare],
      products: [
        aProduct({ productId: 1, productNumber: '7021760010017' }),
        aProduct({ productId: 2, productNumber: '0A1B2C3D' }),
      ],
    })
    expect(found.matchedProducts.map((pair) => pair.servicem8Uuid).sort()).toEqual([
      '0a1b2c3d-4e5f',
      'b',
    ])
  })

  it('shows prices net: øre of Fiken’s, kroner of ServiceM8’s', () => {
    const found = compare({
      materials: [item({ itemNumber: 'A' }, 11_992)],
      products: [aProduct({ productNumber: 'A', unitPrice: 12_000 })],
    })
    expect(found.matchedProducts[0]).toMatchObject({
      fikenPrice: 12_000,
      servicem8SalePrice: 119.92,
    })
  })

  it('shows a stock only where a system keeps it', () => {
    const [kept, not] = [true, false].map(
      (isInventoried) =>
        compare({
          materials: [item({ itemNumber: 'A', isInventoried, quantityInStock: '120.5' })],
          products: [aProduct({ productNumber: 'A', stock: isInventoried ? 0 : null })],
        }).matchedProducts[0],
    )
    expect(kept).toMatchObject({ servicem8Stock: 120.5, fikenStock: 0, inventoryTracked: true })
    expect(not).toMatchObject({ servicem8Stock: null, fikenStock: null, inventoryTracked: false })
  })

  it('puts a number that one system has twice among the duplicates of both', () => {
    const found = compare({
      materials: [item({ uuid: 'one', itemNumber: 'A' })],
      products: [
        aProduct({ productId: 1, productNumber: 'a' }),
        aProduct({ productId: 2, productNumber: 'A' }),
      ],
    })
    expect(found).toMatchObject({ matched: 0, missingInFiken: [], missingInServiceM8: [] })
    expect(found.fikenDuplicates[0]?.products.map((one) => one.productId)).toEqual([1, 2])
    expect(found.servicem8Duplicates[0]?.products.map((one) => one.uuid)).toEqual(['one'])
  })

  it('proposes what has the same name once in each, and nothing that has it twice', () => {
    const products = [
      aProduct({ productId: 1, productNumber: '11', name: 'Kuleventil  1"' }),
      aProduct({ productId: 2, productNumber: '12', name: 'Sluk' }),
      aProduct({ productId: 3, productNumber: '13', name: 'SLUK' }),
      aProduct({ productId: 4, productNumber: '', name: '' }),
    ]
    const materials = [
      item({ uuid: 'k', itemNumber: '21', name: 'KULEVENTIL 1"' }),
      item({ uuid: 's', itemNumber: '22', name: 'Sluk' }),
      item({ uuid: 'n', itemNumber: '23', name: '' }),
    ]
    const { nameMatches } = compare({ products, materials })
    expect(nameMatches.map((one) => [one.fikenProductId, one.servicem8Uuid])).toEqual([[1, 'k']])
  })

  it('says of the price which side is newer, and of the stock where only that differs', () => {
    const snapshots = new Map([[pairKey(1, 'u'), { netPrice: 100, stock: 5 }]])
    const pair = (price: number, stock: number) =>
      compare({
        materials: [
          item({ uuid: 'u', itemNumber: 'A', isInventoried: true, quantityInStock: '5' }, 100),
        ],
        products: [aProduct({ productId: 1, productNumber: 'A', unitPrice: price, stock })],
        snapshots,
      }).matchedProducts[0]
    expect(pair(200, 5)).toMatchObject({ newerSource: 'fiken', newerBy: 'snapshot' })
    expect(pair(100, 4)).toMatchObject({ newerSource: 'fiken', newerStock: 'fiken' })
    expect(pair(100, 5)).toMatchObject({ newerSource: 'unknown', newerStock: 'unknown' })
  })

  it('sorts by name as Norwegians do', () => {
    const names = ['Åpning', 'Ørn', 'Bolt 10', 'Bolt 9', 'Ærlig']
    const products = names.map((name, index) =>
      aProduct({ productId: index + 1, productNumber: String(index), name }),
    )
    expect(compare({ products }).missingInServiceM8.map(({ name }) => name)).toEqual([
      'Bolt 9',
      'Bolt 10',
      'Ærlig',
      'Ørn',
      'Åpning',
    ])
  })

  it('has each product and each item in one place, and loses none', () => {
    const number = fc.constantFrom('', ' ', 'A', 'a ', 'B', 'C')
    const name = fc.constantFrom('', 'Rør', 'rør', 'Sluk')
    const products = fc
      .array(fc.record({ productNumber: number, name }), { maxLength: 8 })
      .map((all) => all.map((one, index) => aProduct({ ...one, productId: index + 1 })))
    const materials = fc
      .array(fc.record({ itemNumber: number, barcode: number, name }), { maxLength: 8 })
      .map((all) => all.map((one, index) => item({ ...one, uuid: `uuid-${index}` })))
    fc.assert(
      fc.property(products, materials, (ours, theirs) => {
        const found = compare({ products: ours, materials: theirs })
        const ids = [
          ...found.matchedProducts.map((pair) => pair.fikenProductId),
          ...found.missingInServiceM8.map((one) => one.productId),
          ...found.fikenDuplicates.flatMap((group) => group.products.map((one) => one.productId)),
        ]
        const uuids = [
          ...found.matchedProducts.map((pair) => pair.servicem8Uuid),
          ...found.missingInFiken.map((one) => one.uuid),
          ...found.servicem8Duplicates.flatMap((group) => group.products.map((one) => one.uuid)),
        ]
        expect(ids.toSorted()).toEqual(ours.map((one) => one.productId).toSorted())
        expect(uuids.toSorted()).toEqual(theirs.map((one) => one.material.uuid).toSorted())
        expect(found.fikenProductCount).toBe(ours.length)
        expect(found.servicem8MaterialCount).toBe(theirs.length)
      }),
    )
  })

  it('of thousands is the same in slices, sorted as one list, while others are served', async () => {
    const names = ['Å', 'Ørn', 'Bolt 10', 'Bolt 9', 'bolt 9', 'Ærlig', 'Rør 15 mm']
    const input = {
      materials: Array.from({ length: 3_000 }, (_, n) =>
        item({ uuid: `u${n}`, itemNumber: `N${n % 2_500}`, name: `${names[n % 7]}` }),
      ),
      products: Array.from({ length: 3_001 }, (_, n) =>
        aProduct({
          productId: n + 1,
          productNumber: `N${(n * 7) % 4_001}`,
          name: `${names[(n * 3) % 7]}`,
        }),
      ),
      snapshots: new Map(),
    }
    let turns = 0
    const counting = setInterval(() => (turns += 1))
    const found = await compareInSlices(input)
    clearInterval(counting)
    expect(turns).toBeGreaterThan(0)
    expect(found).toEqual(atOnce(input))
    const collator = new Intl.Collator('nb', { numeric: true })
    for (const list of [found.matchedProducts, found.missingInFiken, found.missingInServiceM8])
      expect(list.map(({ name }) => name)).toEqual(
        list.map(({ name }) => name).toSorted(collator.compare),
      )
    expect(found.missingInServiceM8.length).toBeGreaterThan(500)
  })
})
