import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { runs } from '#test/support/size'
import { divide, exact, round, toInteger, toText } from './decimal.ts'

describe('exact decimals', () => {
  it('divide with one rounding only, half away from zero', () => {
    expect(toText(divide(exact('100'), exact('1.15'), 4))).toBe('86.9565')
    expect(toText(divide(exact('1'), exact('8'), 2))).toBe('0.13')
    expect(toText(divide(exact('-1'), exact('8'), 2))).toBe('-0.13')
    expect(toText(divide(exact('1'), exact('3'), 30))).toBe('0.333333333333333333333333333333')
  })
  it('refuse a floating-point number, so that none can slip in', () => {
    expect(() => exact(0.1)).toThrow(new RangeError('Only whole numbers are exact: 0.1'))
    expect(() => exact(2 ** 53)).toThrow(RangeError)
    expect(() => exact('1').plus(0.1)).toThrow(TypeError)
  })
  it.each(['1,5', '1e3', '', '.5', '1.2.3', 'a1', '1a', '1.a', '1..', '--1', '+-1', '1+'])(
    'refuse %j',
    (text) => {
      expect(() => exact(text)).toThrow(
        new RangeError(`Not a decimal number: ${JSON.stringify(text)}`),
      )
    },
  )
  it.each([
    [' 25.50\n', '25.5'],
    ['+5', '5'],
    ['-5', '-5'],
    ['5.', '5'],
    ['10', '10'],
    ['0012.00', '12'],
  ])('read %j as %s', (text, number) => {
    expect(toText(exact(text))).toBe(number)
  })
  it('are written without exponent or empty decimals', () => {
    expect(toText(exact('2.5000'))).toBe('2.5')
    expect(toText(exact('100'))).toBe('100')
    expect(toText(exact('-0.000'))).toBe('0')
    expect(toText(exact('0.0000000001'))).toBe('0.0000000001')
  })
  it('round as fractions do', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 1e6 }), (n, d) => {
        const oracle = new Fraction(n, d)
        const expected =
          Number(oracle.abs().add(new Fraction(1, 2)).floor().valueOf()) * Math.sign(n)
        expect(toInteger(divide(exact(n), exact(d), 0))).toBe(expected === 0 ? 0 : expected)
      }),
      { numRuns: runs(500) },
    )
  })
  it('turn into integers only when they are whole', () => {
    expect(toInteger(round(exact('-0.4')))).toBe(0)
    expect(toInteger(exact('-0.00'))).toBe(0)
    expect(toInteger(exact('-12'))).toBe(-12)
    expect(() => toInteger(exact('0.5'))).toThrow(new RangeError('Not an exact whole number: 0.5'))
    expect(() => toInteger(exact('9007199254740992'))).toThrow(RangeError)
  })
})
