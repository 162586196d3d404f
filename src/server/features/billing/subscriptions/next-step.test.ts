import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, monthOf, today } from '#shared/dates'
import { runs } from '#test/support/size'
import { billingTime, momentOf } from '../calendar.ts'
import { nextStep, type Subscription, type Terms } from './next-step.ts'

const TERMS: Terms = { billingEnabled: true, monthlyPrice: 50_000 }
const at = (text: string) => new Date(text)
const JANUARY = billingTime('2027-01')
const FEBRUARY = billingTime('2027-02')
const standing = (change: Partial<Subscription> = {}): Subscription => ({
  status: 'active',
  heldByAdmin: false,
  nextInvoiceDate: JANUARY,
  integrationOn: true,
  hasBeenOn: true,
  isBilled: false,
  ...change,
})
const NOTHING = { change: null, bill: null }

describe('free', () => {
  const free = standing({ status: 'free', nextInvoiceDate: null })
  test('starts when the integration has been on and billing is enabled, and is first billed on the next 1st', () => {
    const now = at('2026-12-15T10:00:00Z')
    expect(nextStep(free, TERMS, now)).toEqual({
      change: { status: 'active', nextInvoiceDate: JANUARY, billingStartDate: now },
      bill: null,
    })
  })
  test('stays free while the integration has never been on, while billing is disabled, and where an administrator has said so', () => {
    const now = at('2026-12-15T10:00:00Z')
    expect(nextStep({ ...free, hasBeenOn: false }, TERMS, now)).toEqual(NOTHING)
    expect(nextStep(free, { ...TERMS, billingEnabled: false }, now)).toEqual(NOTHING)
    expect(nextStep({ ...free, heldByAdmin: true }, TERMS, now)).toEqual(NOTHING)
  })
})

describe('active', () => {
  test('is billed when its date has come, and not before', () => {
    expect(nextStep(standing(), TERMS, at('2027-01-01T07:59:59Z'))).toEqual(NOTHING)
    expect(nextStep(standing(), TERMS, JANUARY)).toEqual({
      change: { nextInvoiceDate: FEBRUARY },
      bill: '2027-01',
    })
  })
  test('is paused and not billed where the integration is off at nine on the 1st', () => {
    expect(nextStep(standing({ integrationOn: false }), TERMS, JANUARY)).toEqual({
      change: { status: 'paused', nextInvoiceDate: null },
      bill: null,
    })
  })
  test('with a bill for the month goes on to the next', () => {
    expect(nextStep(standing({ isBilled: true }), TERMS, JANUARY)).toEqual({
      change: { nextInvoiceDate: FEBRUARY },
      bill: null,
    })
  })
  test('costs nothing at 0 kroner', () => {
    expect(nextStep(standing(), { ...TERMS, monthlyPrice: 0 }, JANUARY)).toEqual({
      change: { nextInvoiceDate: FEBRUARY },
      bill: null,
    })
  })
  test('is billed for the current month only when the run comes months late', () => {
    expect(nextStep(standing(), TERMS, at('2027-04-07T10:00:00Z'))).toEqual({
      change: { nextInvoiceDate: billingTime('2027-05') },
      bill: '2027-04',
    })
  })
  test('is not billed for a month that is over, when the run comes before nine on the 1st', () => {
    expect(nextStep(standing(), TERMS, at('2027-02-01T07:00:00Z'))).toEqual({
      change: { nextInvoiceDate: FEBRUARY },
      bill: null,
    })
  })
  test('gets back a date that a clock ahead of its time has set', () => {
    const ahead = standing({ nextInvoiceDate: billingTime('2029-01') })
    expect(nextStep(ahead, TERMS, at('2027-01-15T10:00:00Z')).change).toEqual({
      nextInvoiceDate: FEBRUARY,
    })
    expect(nextStep(standing({ nextInvoiceDate: null }), TERMS, JANUARY).change).toEqual({
      nextInvoiceDate: FEBRUARY,
    })
  })
  test('is not touched while billing is disabled', () => {
    expect(nextStep(standing(), { ...TERMS, billingEnabled: false }, JANUARY)).toEqual(NOTHING)
  })
})

describe('paused', () => {
  const paused = standing({ status: 'paused', nextInvoiceDate: null })
  test('switched off on the 31st and on again on the 1st, it is billed for that month when it is switched on', () => {
    expect(nextStep(paused, TERMS, at('2027-01-01T15:00:00Z'))).toEqual({
      change: { status: 'active', nextInvoiceDate: FEBRUARY },
      bill: '2027-01',
    })
  })
  test('switched on before nine on the 1st, it is billed at nine', () => {
    expect(nextStep(paused, TERMS, at('2027-01-01T07:00:00Z'))).toEqual({
      change: { status: 'active', nextInvoiceDate: JANUARY },
      bill: null,
    })
  })
  test('in a month that is billed already it goes on without another bill', () => {
    expect(nextStep({ ...paused, isBilled: true }, TERMS, at('2027-01-20T15:00:00Z'))).toEqual({
      change: { status: 'active', nextInvoiceDate: FEBRUARY },
      bill: null,
    })
  })
  test('stays while the integration is off, and where an administrator has said so', () => {
    const now = at('2027-01-20T15:00:00Z')
    expect(nextStep({ ...paused, integrationOn: false }, TERMS, now)).toEqual(NOTHING)
    expect(nextStep({ ...paused, heldByAdmin: true }, TERMS, now)).toEqual(NOTHING)
  })
})

test('cancelled, nothing follows', () => {
  expect(nextStep(standing({ status: 'cancelled' }), TERMS, JANUARY)).toEqual(NOTHING)
})

function billedOver(looks: readonly { now: Date; on: boolean }[]): string[] {
  const months: string[] = []
  let one = standing({ status: 'free', nextInvoiceDate: null, hasBeenOn: false })
  for (const { now, on } of looks) {
    const isBilled = months.includes(monthOf(today(now)))
    one = { ...one, integrationOn: on, hasBeenOn: one.hasBeenOn || on, isBilled }
    const { change, bill } = nextStep(one, TERMS, now)
    if (bill !== null) months.push(bill)
    if (change)
      one = { ...one, status: change.status ?? one.status, nextInvoiceDate: change.nextInvoiceDate }
  }
  return months
}

const HOUR = 3_600_000
const BEGIN = Date.parse('2026-11-10T12:00:00Z')
const MONTHS = Array.from({ length: 123 }, (_, index) => addMonths('2026-11', index))

test('over ten years each month is billed exactly once where the integration was on after nine on its 1st, from the one after it was first switched on', () => {
  const looked = fc.array(
    fc.record({ hours: fc.integer({ min: 1, max: 400 }), on: fc.boolean() }),
    { minLength: 20, maxLength: 400 },
  )
  fc.assert(
    fc.property(looked, (steps) => {
      let hours = 0
      const looks = steps.map((step) => {
        hours = Math.min(hours + step.hours, 10 * 8_766)
        return { now: new Date(BEGIN + hours * HOUR), on: step.on }
      })
      const first = looks.find(({ on }) => on)?.now
      const expected = MONTHS.filter((month) => {
        const from = billingTime(month)
        return (
          first !== undefined &&
          from > first &&
          looks.some(({ now, on }) => on && now >= from && monthOf(today(now)) === month)
        )
      })
      expect(billedOver(looks)).toEqual(expected)
    }),
    { numRuns: runs(200) },
  )
})

test('looked at every hour of ten years, a customer who never switches off pays for every month but the first', () => {
  const hours = 10 * 365 * 24
  const looks = Array.from({ length: hours }, (_, hour) => ({
    now: new Date(BEGIN + hour * HOUR),
    on: true,
  }))
  const billed = billedOver(looks)
  expect(billed).toEqual(MONTHS.slice(1, 1 + billed.length))
  expect(billed).toHaveLength(120)
})

test('looked at by processes whose clocks differ by up to half an hour, each month is billed once, and none that began before the customer did', () => {
  const QUARTER = 15 * 60_000
  const aroundNine = fc.array(
    fc.record({ quarters: fc.integer({ min: 0, max: 3 }), apart: fc.integer({ min: -2, max: 2 }) }),
    { minLength: 60, maxLength: 200 },
  )
  fc.assert(
    fc.property(aroundNine, fc.integer({ min: 0, max: 60 }), (steps, begins) => {
      const start = JANUARY.getTime() - 8 * QUARTER
      const billed: string[] = []
      let one = standing({ status: 'free', nextInvoiceDate: null, hasBeenOn: false })
      let began: Date | null = null
      let changed: Date | null = null
      let started: Date | null = null
      let at = start
      for (const [index, { quarters, apart }] of steps.entries()) {
        at += quarters * QUARTER
        // The start is written with the true time, whichever process handles it.
        if (index === begins) began = new Date(at)
        one = { ...one, hasBeenOn: began !== null }
        const now = momentOf(new Date(at + apart * QUARTER), [began, changed])
        const isBilled = billed.includes(monthOf(today(now)))
        const { change, bill } = nextStep({ ...one, isBilled }, TERMS, now)
        if (bill !== null) billed.push(bill)
        if (change) {
          one = {
            ...one,
            status: change.status ?? one.status,
            nextInvoiceDate: change.nextInvoiceDate,
          }
          changed = now
          started ??= change.billingStartDate ?? null
        }
      }
      // True when every process's clock has passed 09:00 on the 1st and every process has run.
      const isOver = at >= JANUARY.getTime() + 4 * QUARTER
      if (began === null || began >= JANUARY) expect(billed).toEqual([])
      else if (started !== null && started < JANUARY && isOver) expect(billed).toEqual(['2027-01'])
      expect(billed.length).toBeLessThanOrEqual(1)
    }),
  )
})

test('a clock that is set back and forth bills no month twice', () => {
  const jumps = fc.array(
    fc.record({ hours: fc.integer({ min: -20_000, max: 20_000 }), on: fc.boolean() }),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(jumps, (steps) => {
      const looks = steps.map(({ hours, on }) => ({
        now: new Date(BEGIN + Math.abs(hours) * HOUR),
        on,
      }))
      const billed = billedOver(looks)
      expect(new Set(billed).size).toBe(billed.length)
      for (const month of billed)
        expect(looks.some(({ now, on }) => on && monthOf(today(now)) === month)).toBe(true)
    }),
  )
})
