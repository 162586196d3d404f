import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { runs } from '#test/support/size'
import {
  decimalFromOre,
  formatAmount,
  formatDecimal,
  formatKroner,
  formatMonthlyPrice,
  isDecimal,
  oreFromDecimal,
  oreFromKroner,
  parseKronerInput,
} from './money.ts'

describe('amounts from the vendors', () => {
  it.each([
    ['198.9000', 19890],
    ['0.0000', 0],
    ['-0.0000', 0],
    ['25', 2500],
    ['-1', -100],
    ['0.005', 1],
    ['-0.005', -1],
    ['0.0049', 0],
    ['1.995', 200],
    ['1234567.891', 123456789],
  ])('reads %s kroner as %i øre, halves away from zero', (text, ore) => {
    expect(oreFromDecimal(text)).toBe(ore)
  })

  it.each(['', 'abc', '1,50', '1e3', '1 000', '.5', '1.2.3', '12a', 'a12', '--1'])(
    'refuses %j rather than guessing',
    (text) => {
      expect(isDecimal(text)).toBe(false)
      expect(() => oreFromDecimal(text)).toThrow(
        new RangeError(`Not a decimal number: ${JSON.stringify(text)}`),
      )
    },
  )
  it.each([
    [' 25.00\n', 2500],
    ['+25', 2500],
    [' -25', -2500],
    ['25.', 2500],
    ['0012.30', 1230],
  ])('accepts %j, as vendors have written it', (text, ore) => {
    expect(isDecimal(text)).toBe(true)
    expect(oreFromDecimal(text)).toBe(ore)
  })
  it('is exact up to the largest exact integer, and refuses what is beyond', () => {
    expect(oreFromDecimal('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => oreFromDecimal('90071992547409.92')).toThrow(
      new RangeError('Too large an amount: "90071992547409.92"'),
    )
  })

  it('agrees with exact fractions for any decimal text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 6 }),
        (units, places) => {
          const exact = new Fraction(units).div(10 ** places)
          const hundredths = exact.mul(100).abs().add(new Fraction(1, 2)).floor()
          const expected = Number(hundredths.valueOf()) * (units < 0 ? -1 : 1)
          expect(oreFromDecimal(decimalText(units, places))).toBe(expected === 0 ? 0 : expected)
        },
      ),
      { numRuns: runs(500) },
    )
  })
})

describe('amounts that people type', () => {
  it.each([
    ['1 234,50', 123450],
    ['1\u00a0234,50 kr', 123450],
    ['kr 500', 50000],
    ['500,-', 50000],
    ['−12,5', -1250],
    ['12.50', 1250],
    ['kr. 500', 50000],
    ['500 KR', 50000],
    ['500kr.', 50000],
    ['\u2013 5', -500],
    ['+5', 500],
    ['1\u202f000', 100000],
    ['12345678901,23', 1234567890123],
  ])('understands %j', (text, ore) => {
    expect(parseKronerInput(text)).toBe(ore)
  })
  it.each([
    '',
    'kr',
    'fem hundre',
    '1.234',
    '12,345',
    '1,2,3',
    '1,',
    ',5',
    '5 kr pr time',
    'ca. 500',
    '5kr5',
    '5,-5',
    '5,-,5',
    '5\u22125',
    '123456789012,34',
  ])('does not guess at %j', (text) => {
    expect(parseKronerInput(text)).toBeNull()
  })
})

describe('amounts as people read them', () => {
  it('are written 1 234,50 kr with no-break spaces, code point for code point', () => {
    expect([...formatKroner(123450)].map((c) => c.codePointAt(0))).toEqual([
      49, 0xa0, 50, 51, 52, 44, 53, 48, 0xa0, 107, 114,
    ])
  })
  it('carry the typographic minus when negative', () => {
    expect(formatKroner(-5)).toBe('\u22120,05\u00a0kr')
    expect(formatKroner(-0)).toBe('0,00\u00a0kr')
  })
  it('group every three digits', () => {
    expect(formatAmount(123456789)).toBe('1\u00a0234\u00a0567,89')
    expect(formatAmount(99999)).toBe('999,99')
  })
  it('show the monthly price per month with two decimals', () => {
    expect(formatMonthlyPrice(50000)).toBe('500,00\u00a0kr/måned')
  })
  it('drop the empty decimals of a quantity', () => {
    expect(formatDecimal('2.5000')).toBe('2,5')
    expect(formatDecimal('1200.0000')).toBe('1\u00a0200')
    expect(formatDecimal('-1.0')).toBe('\u22121')
    expect(formatDecimal('-0.0')).toBe('0')
    expect(formatDecimal('SAMPLE')).toBe('SAMPLE')
  })
  it.each([
    [' 2.50 ', '2,5'],
    ['007.10', '7,1'],
    ['000', '0'],
    ['100', '100'],
    ['1.050', '1,05'],
    ['-0.50', '\u22120,5'],
    ['-00.0', '0'],
    ['-10', '\u221210'],
    ['+3', '3'],
    ['', ''],
  ])('are written for people: %j is %j', (text, written) => {
    expect(formatDecimal(text)).toBe(written)
  })
})

describe('between øre and kroner', () => {
  it('converts back and forth in either notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (ore) => {
        expect(oreFromDecimal(decimalFromOre(ore))).toBe(ore)
        expect(oreFromKroner(ore / 100)).toBe(ore)
      }),
      { numRuns: runs(500) },
    )
  })
  it('refuses an amount that is not whole øre', () => {
    for (const convert of [formatKroner, decimalFromOre]) {
      for (const ore of [1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
        expect(() => convert(ore)).toThrow(new RangeError(`Not a whole number of øre: ${ore}`))
      }
    }
  })
  it('accepts kroner as a person writes them, however JavaScript writes small and large ones', () => {
    expect(oreFromKroner(1.005)).toBe(101)
    expect(oreFromKroner(1e-7)).toBe(0)
    expect(oreFromKroner(0.0049999)).toBe(0)
    for (const kroner of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => oreFromKroner(kroner)).toThrow(new RangeError(`Not an amount: ${kroner}`))
    }
    expect(() => oreFromKroner(1e21)).toThrow(RangeError)
  })
})

function decimalText(units: number, places: number): string {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${units < 0 ? '-' : ''}${whole}${places ? `.${digits.slice(-places)}` : ''}`
}
