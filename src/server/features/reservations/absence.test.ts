import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEND_AGAIN } from '#shared/transfer-status'
import {
  afterEmptyLook,
  judgeAbsence,
  stillAtWorkUntil,
  withRequest,
  type Absence,
} from './absence.ts'

const START = Date.parse('2026-11-22T08:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1_000)
function looked(
  seconds: number[],
  said: Partial<Absence> = {},
  invoiceRequested = false,
  scale = 1,
) {
  let absence: Absence | null = withRequest(null, { then: null, ...said })
  for (const second of seconds) absence = afterEmptyLook(absence, at(second))
  return judgeAbsence(absence, { now: at(seconds.at(-1) ?? 0), invoiceRequested, scale })
}

describe('a draft that a person says they deleted', () => {
  const yes = { deletedByPerson: true }
  test('is gone after two empty look-ups half a minute apart', () => {
    expect(looked([0], yes)).toEqual({ gone: false, lookAgainAt: at(5) })
    expect(looked([0, 5], yes)).toEqual({ gone: false, lookAgainAt: at(30) })
    expect(looked([0, 29.999], yes).gone).toBe(false)
    expect(looked([0, 30], yes)).toEqual({ gone: true })
  })
  test('is looked up for ten minutes all the same when an invoice of it may have been requested', () => {
    expect(looked([0, 30, 300], yes, true).gone).toBe(false)
    expect(looked([0, 30, 600], yes, true)).toEqual({ gone: true })
  })
})

describe('a draft that nobody reports as deleted', () => {
  test('is gone after three empty look-ups over ten minutes, counted from the first', () => {
    expect(looked([0])).toEqual({ gone: false, lookAgainAt: at(5) })
    expect(looked([0, 5, 30])).toEqual({ gone: false, lookAgainAt: at(120) })
    expect(looked([0, 5, 30, 120])).toEqual({ gone: false, lookAgainAt: at(300) })
    expect(looked([0, 5, 30, 120, 300])).toEqual({ gone: false, lookAgainAt: at(600) })
    expect(looked([0, 5, 599.999]).gone).toBe(false)
    expect(looked([0, 5, 600])).toEqual({ gone: true })
  })
  test('is looked up once more when only two look-ups are ten minutes apart', () => {
    expect(looked([0, 900])).toEqual({ gone: false, lookAgainAt: at(905) })
    expect(looked([0, 900, 905])).toEqual({ gone: true })
  })
})

test('at half the pace everything takes half as long', () => {
  const yes = { deletedByPerson: true }
  expect(looked([0], yes, false, 0.5)).toEqual({ gone: false, lookAgainAt: at(2.5) })
  expect(looked([0, 14.999], yes, false, 0.5).gone).toBe(false)
  expect(looked([0, 15], yes, false, 0.5)).toEqual({ gone: true })
  expect(looked([0, 2.5, 299.999], {}, false, 0.5).gone).toBe(false)
  expect(looked([0, 2.5, 300], {}, false, 0.5)).toEqual({ gone: true })
  expect(looked([0, 450], {}, false, 0.5)).toEqual({ gone: false, lookAgainAt: at(452.5) })
})

test('a person’s request about a draft that has never been looked up is not a look-up', () => {
  expect(withRequest(null, { then: 'delete' })).toEqual({
    since: '',
    looks: 0,
    deletedByPerson: false,
    then: 'delete',
  })
})

test('the first empty look-up counts, no matter who made it, and a confirmation that was given stays', () => {
  const seen = afterEmptyLook(null, at(0))
  expect(seen).toEqual({ since: at(0).toISOString(), looks: 1, deletedByPerson: false, then: null })
  const asked = withRequest(seen, { then: SEND_AGAIN, deletedByPerson: true })
  expect(withRequest(asked, { then: 'delete' })).toEqual({
    ...seen,
    then: 'delete',
    deletedByPerson: true,
  })
  expect(afterEmptyLook(asked, at(7))).toEqual({ ...asked, looks: 2 })
})

test('the next look-up is always later than this one, at every pace, and never long after the time is up', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 2_000, noNaN: true }), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      (seconds, deletedByPerson, invoiceRequested) => {
        const sorted = seconds.toSorted((a, b) => a - b)
        const verdict = looked(sorted, { deletedByPerson }, invoiceRequested)
        if (verdict.gone) return
        const last = at(sorted.at(-1) ?? 0).getTime()
        expect(verdict.lookAgainAt.getTime()).toBeGreaterThan(last)
        expect(verdict.lookAgainAt.getTime() - last).toBeLessThanOrEqual(300_000)
      },
    ),
  )
})

test('a request gets its time limit, and half of that again to be sent', () => {
  expect(stillAtWorkUntil(at(0), 30_000)).toEqual(at(45))
})
