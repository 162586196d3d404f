import { describe, expect, it } from 'vitest'
import { progressPercent } from './progress-state.ts'

describe('a progress bar', () => {
  it('shows the share of max, 100 by default', () => {
    expect(progressPercent(30)).toBe(30)
    expect(progressPercent(3, 4)).toBe(75)
    expect(progressPercent(0)).toBe(0)
    expect(progressPercent(100)).toBe(100)
  })
  it.each([
    [10, 0],
    [10, -5],
    [-1, 100],
    [101, 100],
    [Number.NaN, 100],
    [null, 100],
  ])('says "under way" without a share for %s of %s', (value, max) => {
    expect(progressPercent(value, max)).toBeNull()
  })
})
