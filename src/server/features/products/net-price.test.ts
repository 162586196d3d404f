import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#test/support/size'
import { netAmount, netPrice, priceFromNet } from './net-price.ts'

const RATES = ['0', '12', '15.0000', '25', '14.975']
const percents = fc.constantFrom(...RATES)
const gross = { priceIncludesTax: true }
const kroner = (ore: number) => (ore / 100).toFixed(4)
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
      { numRuns: runs(60) },
    )
  })
})

describe('a price with VAT', () => {
  it.each(RATES)(
    'comes back as it was, every øre of it and in ServiceM8’s own spelling, at %s per cent',
    (percent) => {
      // 4 599 øre including 14.975 % VAT is 4 000 øre net; beyond this amount, the remainders
      // repeat.
      for (let ore = 0; ore <= 4_600; ore += 1) {
        const price = kroner(ore)
        const net = netPrice({ price, ...gross }, percent) ?? -1
        // A price is written to Fiken, changed in Fiken, and changed back.
        expect(priceFromNet(net, gross, percent, price)).toBe(price)
        // Without the price history, the net price is the same, and the price differs by at most
        // one øre.
        const unknown = priceFromNet(net, gross, percent)
        expect(netPrice({ price: unknown, ...gross }, percent)).toBe(net)
        expect(Math.abs(Math.round(Number(unknown) * 100) - ore)).toBeLessThanOrEqual(1)
      }
    },
  )

  it('does not drift in a hundred journeys to Fiken and back, however large it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        percents,
        fc.array(fc.integer({ min: -50_000, max: 50_000 }), { minLength: 100, maxLength: 100 }),
        (ore, percent, changes) => {
          const first = kroner(ore)
          const net = netPrice({ price: first, ...gross }, percent) ?? -1
          // The price history: the gross price from which each net price was computed.
          const known = new Map([[net, first]])
          for (const change of changes) {
            const there = Math.max(0, net + change)
            const written = priceFromNet(there, gross, percent, known.get(there))
            known.set(netPrice({ price: written, ...gross }, percent) ?? -1, written)
            expect(priceFromNet(net, gross, percent, known.get(net))).toBe(first)
          }
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('is not spelt as it was once that would be another net price', () => {
    expect(priceFromNet(11_994, gross, '25', '149.92')).toBe('149.92')
    expect(priceFromNet(11_994, { priceIncludesTax: false }, '25', '149.92')).toBe('119.94')
    expect(priceFromNet(11_994, gross, '15', '149.92')).toBe('137.93')
    expect(priceFromNet(11_994, gross, '25', 'mye')).toBe('149.93')
  })
})
