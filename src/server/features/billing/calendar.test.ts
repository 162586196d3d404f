import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '#shared/dates'
import { billableMonth, billingTime, CLOCKS_DIFFER_MS, momentOf, nextBilling } from './calendar.ts'

test('a month is billed on its 1st at nine in Norway, summer and winter', () => {
  expect(billingTime('2026-12')).toEqual(new Date('2026-12-01T08:00:00Z'))
  expect(billingTime('2027-07')).toEqual(new Date('2027-07-01T07:00:00Z'))
  expect(billingTime('2028-03')).toEqual(new Date('2028-03-01T08:00:00Z'))
  expect(billingTime('2028-04')).toEqual(new Date('2028-04-01T07:00:00Z'))
})

test('the next run is today until nine, and next month from then on', () => {
  expect(nextBilling(new Date('2026-12-01T07:59:59.999Z'))).toEqual(billingTime('2026-12'))
  expect(nextBilling(new Date('2026-12-01T08:00:00Z'))).toEqual(billingTime('2027-01'))
  expect(nextBilling(new Date('2028-02-29T12:00:00Z'))).toEqual(billingTime('2028-03'))
  // Midnight in Norway is still the previous day in UTC.
  expect(nextBilling(new Date('2026-11-30T23:30:00Z'))).toEqual(billingTime('2026-12'))
})

test('a month can be billed from nine on its 1st until it ends in Norway', () => {
  expect(billableMonth(new Date('2026-12-01T07:59:59Z'))).toBeNull()
  expect(billableMonth(new Date('2026-12-01T08:00:00Z'))).toBe('2026-12')
  expect(billableMonth(new Date('2026-12-31T22:59:59Z'))).toBe('2026-12')
  expect(billableMonth(new Date('2026-12-31T23:00:00Z'))).toBeNull()
})

test('at every moment of ten years the next run is the first that has not come', () => {
  const from = Date.parse('2026-11-01T00:00:00Z')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 * 366 * 1440 }), (minutes) => {
      const now = new Date(from + minutes * 60_000)
      const next = nextBilling(now)
      expect(next > now).toBe(true)
      const months = Array.from({ length: 122 }, (_, index) => addMonths('2026-11', index))
      expect(next).toEqual(months.map(billingTime).find((time) => time > now))
      expect(billableMonth(next)).not.toBeNull()
    }),
  )
})

test('a step is decided at this moment, or when what it builds on was written if that is less than an hour ahead', () => {
  const now = new Date('2027-01-01T07:58:00Z')
  const later = (ms: number) => new Date(now.getTime() + ms)
  expect(CLOCKS_DIFFER_MS).toBe(3_600_000)
  expect(momentOf(now, [])).toEqual(now)
  expect(momentOf(now, [later(-1), null])).toEqual(now)
  expect(momentOf(now, [later(1), later(240_000), null])).toEqual(later(240_000))
  expect(momentOf(now, [later(3_599_999), later(3_600_000)])).toEqual(later(3_599_999))
  expect(momentOf(now, [later(3_600_000), later(86_400_000)])).toEqual(now)
})
