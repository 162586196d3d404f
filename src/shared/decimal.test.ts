import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { divide, exact, round, toInteger, toText } from './decimal.ts'

describe('exact decimals', () => {
  it('divide with one rounding only, half away from zero', () => {
    expect(toText(divide(exact('100'), exact('1.15'), 4))).toBe('86.9565')
    expect(toText(divide(exact('1'), exact('8'), 2))).toBe('0.13')
    expect(toText(divide(exact('-1'), exact('8'), 2))).toBe('-0.13')
    expect(toText(divide(exact('1'), exact('3'), 30))).toBe('0.333333333333333333333333333333')
  })
  it('refuse a floating point number, so that none can slip in', () => {
    expect(() => exact(0.1)).toThrow(RangeError)
    expect(() => exact('1,5')).toThrow(RangeError)
    expect(() => exact('1e3')).toThrow(RangeError)
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
        const expected = Number(oracle.abs().add(new Fraction(1, 2)).floor().valueOf()) * Math.sign(n)
        expect(toInteger(divide(exact(n), exact(d), 0))).toBe(expected === 0 ? 0 : expected)
      }),
      { numRuns: 500 },
    )
  })
  it('turn into integers only when they are whole', () => {
    expect(toInteger(round(exact('-0.4')))).toBe(0)
    expect(() => toInteger(exact('0.5'))).toThrow(RangeError)
  })
})
