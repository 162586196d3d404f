import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { netAmount, netPrice, priceFromNet } from './net-price.ts'

const percents = fc.constantFrom('0', '12', '15.0000', '25', '14.975')
const item = fc.boolean().map((priceIncludesTax) => ({ priceIncludesTax }))

describe('a price without VAT', () => {
  it('is the price itself, or what is left of it without its VAT', () => {
    expect(netPrice({ price: '149.9000', priceIncludesTax: false }, '25')).toBe(14_990)
    expect(netPrice({ price: '149.9', priceIncludesTax: true }, '25')).toBe(11_992)
    expect(netPrice({ price: '115', priceIncludesTax: true }, '15')).toBe(10_000)
    expect(netAmount('0', '25')).toBe(0)
  })

  it('is unknown where the price or its VAT cannot be read', () => {
    expect(netPrice({ price: 'mye', priceIncludesTax: false }, '25')).toBeNull()
    expect(netPrice({ price: '100', priceIncludesTax: true }, 'ukjent')).toBeNull()
    expect(netPrice({ price: '100', priceIncludesTax: false }, 'ukjent')).toBe(10_000)
  })

  it('is written with VAT where the item’s price includes it', () => {
    expect(priceFromNet(11_992, { priceIncludesTax: true }, '25')).toBe('149.90')
    expect(priceFromNet(11_992, { priceIncludesTax: false }, '25')).toBe('119.92')
  })

  it('never drifts by an øre, however often it goes to ServiceM8 and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        item,
        percents,
        (net, kind, percent) => {
          let price = net
          for (let trip = 0; trip < 100; trip += 1) {
            const written = priceFromNet(price, kind, percent)
            price = netPrice({ price: written, ...kind }, percent) ?? -1
          }
          expect(price).toBe(net)
        },
      ),
      { numRuns: 60 },
    )
  })
})
