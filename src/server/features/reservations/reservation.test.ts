import { expect, test } from 'vitest'
import { isLookDue, judge } from './reservation.ts'

const START = Date.parse('2026-11-22T08:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1_000)
const startedAt = at(0)
const moment = (seconds: number) => ({ now: at(seconds), scale: 1 })

test('a create is given up after three empty look-ups over ten minutes, counted from the request', () => {
  expect(judge({ startedAt, looks: 1 }, moment(1))).toEqual({ gone: false, lookAgainAt: at(5) })
  expect(judge({ startedAt, looks: 2 }, moment(5))).toEqual({ gone: false, lookAgainAt: at(30) })
  expect(judge({ startedAt, looks: 9 }, moment(599))).toEqual({ gone: false, lookAgainAt: at(600) })
  expect(judge({ startedAt, looks: 3 }, moment(600))).toEqual({ gone: true })
})

test('a long outage in which nobody could look does not count: three look-ups are still made', () => {
  expect(judge({ startedAt, looks: 1 }, moment(7_200))).toEqual({
    gone: false,
    lookAgainAt: at(7_205),
  })
  expect(judge({ startedAt, looks: 3 }, moment(7_210))).toEqual({ gone: true })
})

test('of many who wait one asks, and for five seconds the others use its answer', () => {
  expect(isLookDue({ lastLookedAt: null }, moment(0))).toBe(true)
  expect(isLookDue({ lastLookedAt: at(10) }, moment(14))).toBe(false)
  expect(isLookDue({ lastLookedAt: at(10) }, moment(15))).toBe(true)
})
