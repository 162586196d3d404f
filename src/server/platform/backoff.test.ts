import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failuresSpanning, nextAttempt, RETRY_LADDER_MS } from './backoff.ts'

describe('the wait before the next attempt', () => {
  it('climbs the ladder and then gives up', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => nextAttempt({ failures, random: 0.5 }))
    expect(waits).toEqual(
      [5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000].map(
        (delayMs) => ({ giveUp: false, delayMs }),
      ),
    )
    expect(nextAttempt({ failures: 9, random: 0.5 })).toEqual({ giveUp: true })
  })
  it('is ten minutes at most while the vendor itself is down, for some three days', () => {
    const waits = [1, 3, 4, 9, 400].map((failures) =>
      nextAttempt({ failures, outage: true, random: 0.5 }),
    )
    expect(waits).toEqual(
      [5_000, 120_000, 600_000, 600_000, 600_000].map((delayMs) => ({ giveUp: false, delayMs })),
    )
    expect(nextAttempt({ failures: 433, outage: true, random: 0.5 })).toEqual({ giveUp: true })
  })
  it('is within a fifth of its rung', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (failures, random) => {
          const next = nextAttempt({ failures, random })
          const rung = RETRY_LADDER_MS[failures - 1] ?? 0
          expect(next.giveUp).toBe(false)
          if (!next.giveUp)
            expect(Math.abs(next.delayMs - rung)).toBeLessThanOrEqual(rung * 0.2 + 1)
        },
      ),
    )
  })
  it('is what the vendor asked for, if it asked', () => {
    expect(nextAttempt({ failures: 1, random: 0, retryAfterMs: 90_000 })).toEqual({
      giveUp: false,
      delayMs: 90_000,
    })
    expect(nextAttempt({ failures: 5, random: 0, retryAfterMs: 0 })).toEqual({
      giveUp: false,
      delayMs: 0,
    })
  })
  it('is shorter in tests', () => {
    expect(nextAttempt({ failures: 2, random: 0.5, scale: 0.001 })).toEqual({
      giveUp: false,
      delayMs: 30,
    })
  })
})

describe('how many failures span a time', () => {
  it('is as many as are needed when every wait is as short as it can be', () => {
    const minutes = [0, 5, 10, 30, 60].map((count) => failuresSpanning(count * 60_000))
    expect(minutes).toEqual([1, 4, 4, 5, 6])
  })
  it('is never more than the ladder has', () => {
    expect(failuresSpanning(Infinity)).toBe(RETRY_LADDER_MS.length)
  })
})
