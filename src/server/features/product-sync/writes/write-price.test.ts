import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLargeChange, judge } from './write-price.ts'

const price = fc.integer({ min: 0, max: 1_000_000 })

describe('a price that is to be written', () => {
  it('is written where the price there is what was expected, or nothing was', () => {
    expect(judge({ price: 110, expected: 100, evenIfLarge: false }, 100)).toBe('write')
    expect(judge({ price: 110, evenIfLarge: false }, 100)).toBe('write')
    expect(judge({ price: 110, expected: null, evenIfLarge: false }, null)).toBe('write')
  })

  it('is not written over one that has moved', () => {
    expect(judge({ price: 110, expected: 100, evenIfLarge: true }, 105)).toBe('moved')
    expect(judge({ price: 110, expected: null, evenIfLarge: true }, 105)).toBe('moved')
    expect(judge({ price: 110, expected: 100, evenIfLarge: true }, null)).toBe('moved')
  })

  it('is asked about when it is more than half of the old one away', () => {
    expect(isLargeChange(10_000, 15_000)).toBe(false)
    expect(isLargeChange(10_000, 15_001)).toBe(true)
    expect(isLargeChange(10_000, 5_000)).toBe(false)
    expect(isLargeChange(10_000, 4_999)).toBe(true)
    expect(isLargeChange(10_000, 0)).toBe(true)
    expect(isLargeChange(0, 99_999)).toBe(false)
    expect(isLargeChange(null, 99_999)).toBe(false)
    expect(judge({ price: 4_999, evenIfLarge: false }, 10_000)).toBe('large')
    expect(judge({ price: 4_999, evenIfLarge: true }, 10_000)).toBe('write')
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(price, fc.option(price), fc.boolean(), (wanted, expected, evenIfLarge) => {
        expect(judge({ price: wanted, expected, evenIfLarge }, wanted)).toBe('same')
      }),
    )
  })
})
