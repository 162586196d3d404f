import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { runs } from '#test/support/size'
import { fikenRates, fikenTotals, foldedText, type LinePrice, priceLine } from './lines.ts'

const line = (changes: Partial<LinePrice>): LinePrice => ({
  quantity: '1.0000',
  displayedAmount: '100.0000',
  inclusive: false,
  percent: '25.0000',
  ...changes,
})

describe('a line from ServiceM8', () => {
  it('with a price excluding VAT is copied as it is', () => {
    expect(priceLine(line({ quantity: '2.5000', displayedAmount: '950.0000' }))).toEqual({
      quantity: '2.5',
      unitPrice: 95000,
      net: 237500,
      vat: 59375,
      gross: 296875,
      theirGross: 296875,
      difference: 0,
      exactGross: '296875',
      turned: false,
      folded: false,
    })
  })
  it('with a price including VAT is converted to net', () => {
    expect(
      priceLine(line({ quantity: '3', displayedAmount: '99.90', inclusive: true })),
    ).toMatchObject({ unitPrice: 7992, net: 23976, gross: 29970, difference: 0 })
  })
  it('may be one øre off where no whole øre fits, and says so', () => {
    // 100,00 including 15 % is 86,96 + 13,04 = 100,00 for one unit. Ten units come to 1000,01 with
    // the rounded net amount of 869,57.
    expect(
      priceLine(line({ displayedAmount: '100', inclusive: true, percent: '15' })),
    ).toMatchObject({ gross: 10000, difference: 0 })
    expect(
      priceLine(line({ quantity: '10', displayedAmount: '100', inclusive: true, percent: '15' })),
    ).toEqual({
      quantity: '1',
      unitPrice: 86957,
      net: 86957,
      vat: 13044,
      gross: 100001,
      theirGross: 100000,
      difference: 1,
      exactGross: '100000',
      turned: false,
      folded: true,
    })
  })
  it('keeps its quantity as long as that is at most one øre off', () => {
    expect(
      priceLine(line({ quantity: '2', displayedAmount: '100', inclusive: true, percent: '15' })),
    ).toEqual({
      quantity: '2',
      unitPrice: 8696,
      net: 17392,
      vat: 2609,
      gross: 20001,
      theirGross: 20000,
      difference: 1,
      exactGross: '20000',
      turned: false,
      folded: false,
    })
  })
  it('with a price in fractions of an øre is sent as one unit, with the true quantity in its text', () => {
    const cable = line({ quantity: '1000', displayedAmount: '0.1234' })
    expect(priceLine(cable)).toMatchObject({
      quantity: '1',
      unitPrice: 12340,
      gross: 15425,
      folded: true,
    })
    expect(foldedText(cable)).toBe('(1\u00a0000 × 0,1234 kr ekskl. mva)')
    expect(foldedText(line({ quantity: '2.5', inclusive: true, displayedAmount: '-10' }))).toBe(
      '(2,5 × \u221210,00 kr inkl. mva)',
    )
    expect(foldedText(line({ percent: '0' }))).toBe('(1 × 100,00 kr)')
  })
  it('is sent as one unit when its net stays within an øre and its gross does not', () => {
    const bolts = line({ quantity: '0.85', inclusive: true, displayedAmount: '0.37' })
    expect(priceLine(bolts)).toMatchObject({
      quantity: '1',
      net: 25,
      gross: 31,
      difference: 0,
      folded: true,
    })
  })
  it('has its minus on the quantity, wherever ServiceM8 has it', () => {
    expect(priceLine(line({ quantity: '-1' }))).toMatchObject({
      quantity: '-1',
      unitPrice: 10000,
      net: -10000,
      gross: -12500,
      turned: false,
    })
    expect(priceLine(line({ displayedAmount: '-100' }))).toMatchObject({
      quantity: '-1',
      unitPrice: 10000,
      net: -10000,
      vat: -2500,
      gross: -12500,
      theirGross: -12500,
      turned: true,
    })
    expect(priceLine(line({ quantity: '-1', displayedAmount: '-250' }))).toMatchObject({
      quantity: '1',
      unitPrice: 25000,
      gross: 31250,
      turned: true,
    })
    expect(priceLine(line({ quantity: '1000', displayedAmount: '-0.1234' }))).toMatchObject({
      quantity: '-1',
      unitPrice: 12340,
      net: -12340,
      folded: true,
      turned: true,
    })
    expect(priceLine(line({ quantity: '-1000', displayedAmount: '-0.1234' }))).toMatchObject({
      quantity: '1',
      unitPrice: 12340,
      folded: true,
      turned: true,
    })
    expect(priceLine(line({ quantity: '-1000', displayedAmount: '0.1234' }))).toMatchObject({
      quantity: '-1',
      unitPrice: 12340,
      net: -12340,
    })
  })
  it('without a price or a quantity costs nothing but is kept', () => {
    expect(priceLine(line({ displayedAmount: '0.0000' }))).toMatchObject({
      quantity: '1',
      unitPrice: 0,
      gross: 0,
      folded: false,
    })
    expect(priceLine(line({ quantity: '0', displayedAmount: '100' }))).toMatchObject({
      quantity: '1',
      unitPrice: 0,
      gross: 0,
      folded: true,
    })
    expect(priceLine(line({ quantity: '-0.00001', displayedAmount: '100' }))).toEqual({
      quantity: '-1',
      unitPrice: 0,
      net: 0,
      vat: 0,
      gross: 0,
      theirGross: 0,
      difference: 0,
      exactGross: '-0.125',
      turned: false,
      folded: true,
    })
  })
  it('that cannot be read is refused, never guessed', () => {
    expect(() => priceLine(line({ quantity: 'to' }))).toThrow(RangeError)
    expect(() => priceLine(line({ displayedAmount: '' }))).toThrow(RangeError)
    expect(() => priceLine(line({ percent: '-25' }))).toThrow(new RangeError('Not a VAT rate: -25'))
    expect(() => priceLine(line({ displayedAmount: '999999999999999999' }))).toThrow(RangeError)
  })
})

const decimalText = (max: number, places: number) =>
  fc.integer({ min: -max, max }).map((units) => {
    const digits = String(Math.abs(units)).padStart(places + 1, '0')
    return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
  })

const anyLine: fc.Arbitrary<LinePrice> = fc.record({
  quantity: fc.oneof(decimalText(9_999_999, 3), fc.integer({ min: -20, max: 200 }).map(String)),
  displayedAmount: fc.oneof(decimalText(999_999_999, 4), decimalText(99_999_99, 2)),
  inclusive: fc.boolean(),
  percent: fc.constantFrom('25.0000', '15', '12', '11.11', '0'),
})

function oracle({ quantity, displayedAmount, inclusive, percent }: LinePrice): {
  net: Fraction
  gross: Fraction
} {
  const amount = new Fraction(quantity).mul(new Fraction(displayedAmount)).mul(100)
  const factor = new Fraction(percent).div(100).add(1)
  return inclusive
    ? { net: amount.div(factor), gross: amount }
    : { net: amount, gross: amount.mul(factor) }
}

const away = (value: Fraction): number =>
  Number(value.abs().add(new Fraction(1, 2)).floor().valueOf()) * (value.compare(0) < 0 ? -1 : 1)

describe('any line at all', () => {
  it('is within one øre of the exact fraction, net and gross', () => {
    fc.assert(
      fc.property(anyLine, (given) => {
        const priced = priceLine(given)
        const exactly = oracle(given)
        expect(exactly.net.sub(priced.net).abs().compare(1)).toBeLessThanOrEqual(0)
        expect(priced.theirGross).toBe(away(exactly.gross) + 0)
        expect(Math.abs(priced.difference)).toBeLessThanOrEqual(1)
        expect(priced.difference).toBe(priced.gross - priced.theirGross)
        expect(priced.unitPrice).toBeGreaterThanOrEqual(0)
        expect(new Fraction(priced.exactGross).equals(exactly.gross)).toBe(true)
      }),
      { numRuns: runs(1000) },
    )
  })
  it('is computed as Fiken will compute it: net and VAT rounded per line', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (given) => {
        const priced = given.map(priceLine)
        const totals = fikenTotals(
          priced.map(({ quantity, unitPrice }, index) => ({
            quantity,
            unitPrice,
            percent: given[index]?.percent ?? '0',
          })),
        )
        let net = 0
        let vat = 0
        for (const [index, { quantity, unitPrice }] of priced.entries()) {
          const lineNet = away(new Fraction(quantity).mul(unitPrice))
          net += lineNet
          vat += away(new Fraction(given[index]?.percent ?? '0').mul(lineNet).div(100))
        }
        expect(totals).toEqual({ net: net + 0, vat: vat + 0, gross: net + vat + 0 })
        expect(totals.gross).toBe(priced.reduce((sum, one) => sum + one.gross, 0))
        const theirs = priced.reduce((sum, one) => sum + one.theirGross, 0)
        expect(totals.gross - theirs).toBe(priced.reduce((sum, one) => sum + one.difference, 0))
      }),
      { numRuns: runs(300) },
    )
  })
  it('has, for each VAT rate, sums that add up to the total', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (given) => {
        const lines = given.map((one) => ({ ...priceLine(one), percent: one.percent }))
        const rates = fikenRates(lines)
        const { net, vat } = fikenTotals(lines)
        expect(rates.reduce((sum, one) => sum + one.net, 0)).toBe(net)
        expect(rates.reduce((sum, one) => sum + one.vat, 0)).toBe(vat)
        const percents = rates.map(({ percent }) => Number(percent))
        expect(percents).toEqual(
          [...new Set(given.map((one) => Number(one.percent)))].sort((a, b) => b - a),
        )
        for (const [index, { net: base, vat: part }] of rates.entries()) {
          const those = lines.filter(({ percent }) => Number(percent) === percents[index])
          expect(base).toBe(those.reduce((sum, one) => sum + one.net, 0))
          expect(part).toBe(those.reduce((sum, one) => sum + one.vat, 0))
        }
      }),
      { numRuns: runs(300) },
    )
  })
  it('keeps its quantity and unit price when they are whole øre already', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 1e7 }),
        (quantity, ore) => {
          const priced = priceLine(
            line({
              quantity: String(quantity),
              displayedAmount: `${Math.floor(ore / 100)}.${String(ore % 100).padStart(2, '0')}`,
            }),
          )
          expect(priced).toMatchObject({
            quantity: String(quantity),
            unitPrice: ore,
            net: quantity * ore,
            folded: false,
            difference: 0,
          })
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
