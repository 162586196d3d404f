import { describe, expect, it } from 'vitest'
import { aDraftInput, builtOf } from '#test/support/draft-inputs'
import { aLine, aMaterial, aProduct, norwegianRates } from '#test/support/vendors/vendor-objects'
import { buildDraft } from './draft.ts'
import { planProducts } from './product-plan.ts'

describe('a line with a price below zero', () => {
  const item = aMaterial()
  const sent = (line: Parameters<typeof aLine>[0]) =>
    builtOf(
      buildDraft(
        aDraftInput({
          lines: [aLine({ displayedAmount: '10000' }), aLine({ materialUuid: item.uuid, ...line })],
          materials: [item],
          products: [aProduct()],
        }),
      ),
    ).draft.lines[1]

  it('goes as free text, with its minus on the quantity', () => {
    const line = sent({ displayedAmount: '-250' })
    expect(line).toMatchObject({ quantity: '-1', unitPrice: 25_000 })
    expect(line).not.toHaveProperty('productId')
    const returned = sent({ quantity: '-1', displayedAmount: '-250' })
    expect(returned).toMatchObject({ quantity: '1', unitPrice: 25_000 })
    expect(returned).not.toHaveProperty('productId')
    // A returned item keeps its product, so that the goods are put back in stock.
    expect(sent({ quantity: '-1', displayedAmount: '250' })).toMatchObject({ productId: 77 })
  })

  it('says in its text what it is, where its quantity is folded', () => {
    expect(sent({ name: 'Rabatt', quantity: '1000', displayedAmount: '-0.1234' })).toMatchObject({
      description: 'Rabatt (1\u00a0000 × \u22120,1234 kr ekskl. mva)',
      quantity: '-1',
      unitPrice: 12_340,
    })
  })

  it('makes no product, nor does an item with such a price', () => {
    const plan = (price: string, displayedAmount: string) => {
      const material = aMaterial({ price })
      return planProducts({
        lines: [aLine({ materialUuid: material.uuid, displayedAmount })],
        materials: [material],
        products: [],
        taxRates: norwegianRates(),
        vatMappings: [],
        company: { vatRegistered: true, accounts: null },
      })
    }
    expect(plan('250', '250')).toHaveLength(1)
    expect(plan('-250', '250')).toEqual([])
    expect(plan('-250', '-250')).toEqual([])
    expect(plan('250', '-250')).toEqual([])
    expect(plan('0', '0')).toHaveLength(1)
  })
})
