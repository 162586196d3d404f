import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settle, settleRounding, shareOf, shareOut } from './shares.ts'

const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
const ore = fc.integer({ min: 0, max: 1_000_000_000_00 })
const parts = fc.array(ore, { minLength: 1, maxLength: 40 }).filter((all) => sum(all) > 0)

describe('an amount that is shared', () => {
  it('goes by what each has of the whole', () => {
    expect(shareOut(10_000, [30_000, 10_000])).toEqual([7_500, 2_500])
  })
  it('gives what cannot be split to those that lost most, the earlier first', () => {
    expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(shareOut(101, [2, 1, 1])).toEqual([51, 25, 25])
    expect(shareOut(10, [1, 2, 4])).toEqual([1, 3, 6])
    expect(shareOut(10, [5, 1, 1])).toEqual([7, 2, 1])
    expect(shareOut(10, [1, 5, 1])).toEqual([2, 7, 1])
  })
  it('is taken back as it was given', () => {
    expect(shareOut(-100, [1, 1, 1])).toEqual([-34, -33, -33])
  })
  it('is nothing for each when it is nothing', () => {
    expect(shareOut(0, [1, 2])).toEqual([0, 0])
  })
  it('is each part itself when it is the whole', () => {
    fc.assert(
      fc.property(parts, (all) => {
        expect(shareOut(sum(all), all)).toEqual(all)
      }),
    )
  })
  it('adds up to the øre, and nobody is an øre from the exact share', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), parts, (amount, all) => {
        const shares = shareOut(amount, all)
        expect(sum(shares)).toBe(amount)
        for (const [index, share] of shares.entries()) {
          const over = BigInt(amount) * BigInt(all[index] ?? 0) - BigInt(share) * BigInt(sum(all))
          expect((over < 0n ? -over : over) < BigInt(sum(all))).toBe(true)
        }
      }),
    )
  })
  it('is refused for parts of nothing, and for parts below zero', () => {
    const refusal = new RangeError('An amount is shared by parts of something')
    expect(() => shareOut(1, [])).toThrow(refusal)
    expect(() => shareOut(1, [0, 0])).toThrow(refusal)
    expect(() => shareOut(1, [5, -1])).toThrow(refusal)
  })
})

describe('parts of a whole that was rounded otherwise', () => {
  it('stay as they are when they add up', () => {
    expect(settleRounding(30, [10, 20])).toEqual([10, 20])
  })
  it('give or take an øre each, the largest first', () => {
    expect(settleRounding(61, [10, 30, 20])).toEqual([10, 31, 20])
    expect(settleRounding(58, [10, 30, 20])).toEqual([10, 29, 19])
    expect(settleRounding(64, [10, 30, 20])).toEqual([11, 32, 21])
    expect(settleRounding(21, [10, 10])).toEqual([11, 10])
  })
  it('are refused when there are none', () => {
    expect(() => settleRounding(1, [])).toThrow(
      new RangeError('There is nobody to give a difference to'),
    )
  })
  it('add up to it, and are moved as evenly as possible', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: -100, max: 100 }), (all, rounding) => {
        const settled = settleRounding(sum(all) + rounding, all)
        expect(sum(settled)).toBe(sum(all) + rounding)
        const moved = settled.map((part, index) => Math.abs(part - (all[index] ?? 0)))
        expect(Math.max(...moved) - Math.min(...moved)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('parts of a whole that is another', () => {
  it('are rounded where it is apart by an øre a line at most', () => {
    expect(settle(62, [10, 30, 20], 2)).toEqual([10, 31, 21])
    expect(settle(58, [10, 30, 20], 2)).toEqual([10, 29, 19])
  })
  it('have their share of it where somebody has made it another', () => {
    expect(settle(63, [10, 30, 20], 2)).toEqual([11, 31, 21])
    expect(settle(21_000, [1_000, 20_000, 30_000], 3)).toEqual([412, 8_235, 12_353])
  })
  it('take the difference in turns where nothing can be shared by them', () => {
    expect(settle(10, [0, 0], 1)).toEqual([5, 5])
    expect(settle(10, [20, -5], 1)).toEqual([17, -7])
  })
  it('add up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_00 }),
        fc.array(fc.integer({ min: 1, max: 1_000_000_00 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 400 }),
        (whole, all, lines) => {
          const settled = settle(whole, all, lines)
          expect(sum(settled)).toBe(whole)
        },
      ),
    )
  })
})

describe('what one job has of an amount', () => {
  const share = (all: number[], place: number) => ({ parts: all, place })
  it('is all of it for a job alone', () => {
    expect(shareOf(100, null)).toBe(100)
  })
  it('is its share of a draft of several', () => {
    expect(shareOf(100, share([1, 3], 0))).toBe(25)
    expect(shareOf(100, share([1, 3], 1))).toBe(75)
  })
  it('is the first one’s where there is nothing to share by', () => {
    expect(shareOf(100, share([0, 0], 0))).toBe(100)
    expect(shareOf(100, share([0, 0], 1))).toBe(0)
    expect(shareOf(100, share([20, -5], 0))).toBe(100)
    expect(shareOf(100, share([20, -5], 1))).toBe(0)
  })
  it('is nothing for one that the draft does not know', () => {
    expect(shareOf(100, share([1], 3))).toBe(0)
  })
})
