import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgiven, PER_ACCOUNT, recent, waitBeforeAttempt } from './attempt-policy.ts'

const NOW = 1_800_000_000_000
const wrong = (count: number, ago = 0) => Array.from({ length: count }, () => NOW - ago)

describe('how long a guesser waits', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 1_000],
    [12, 4_000],
    [16, 64_000],
    [17, 120_000],
    [40, 120_000],
  ])('after %i wrong passwords just now: %i ms', (count, wait) => {
    expect(waitBeforeAttempt(wrong(count), NOW, PER_ACCOUNT)).toBe(wait)
  })

  it('counts attempts in progress towards the fifty, but makes nobody wait before they are checked', () => {
    expect(waitBeforeAttempt(Array(49).fill(-NOW), NOW, PER_ACCOUNT)).toBe(0)
    expect(waitBeforeAttempt(Array(50).fill(-NOW), NOW, PER_ACCOUNT)).toBe(3_600_000)
  })

  it('forgets after an hour', () => {
    expect(recent([NOW - 3_600_000, -(NOW - 3_600_000), NOW - 1, -NOW], NOW)).toEqual([
      NOW - 1,
      -NOW,
    ])
    expect(waitBeforeAttempt(wrong(50, 3_600_000), NOW, PER_ACCOUNT)).toBe(0)
  })

  it('lets the right password end the waiting, but not the counting', () => {
    expect(waitBeforeAttempt(forgiven(wrong(49)), NOW, PER_ACCOUNT)).toBe(0)
    expect(waitBeforeAttempt(forgiven([...wrong(49), -NOW]), NOW, PER_ACCOUNT)).toBe(3_600_000)
  })

  it.each([0, 1, 360, 1_000, 3_000])(
    'lets fifty of ten thousand guesses reach the hash in any hour: one every %i ms',
    (pause) => {
      let attempts: number[] = []
      const reached: number[] = []
      for (let guess = 0; guess < 10_000; guess += 1) {
        const now = NOW + guess * pause
        if (waitBeforeAttempt(attempts, now, PER_ACCOUNT) > 0) continue
        reached.push(now)
        attempts = [...recent(attempts, now), now]
        // The account's owner signs in from time to time.
        if (reached.length % 7 === 0) attempts = forgiven(attempts)
      }
      for (const end of reached)
        expect(
          reached.filter((at) => at <= end && end - at < 3_600_000).length,
        ).toBeLessThanOrEqual(50)
    },
  )

  it('limits any pace of guessing to fifty an hour at the hash, and locks nobody out for longer than an hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 400 }), (pauses) => {
        let now = NOW
        let attempts: number[] = []
        const reached: number[] = []
        for (const pause of pauses) {
          now += pause
          const wait = waitBeforeAttempt(attempts, now, PER_ACCOUNT)
          expect(wait).toBeLessThanOrEqual(3_600_000)
          if (wait > 0) continue
          reached.push(now)
          attempts = [...recent(attempts, now), now]
        }
        for (const end of reached)
          expect(
            reached.filter((at) => at <= end && end - at < 3_600_000).length,
          ).toBeLessThanOrEqual(50)
      }),
    )
  })
})
