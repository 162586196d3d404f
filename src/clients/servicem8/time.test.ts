import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/support/size'
import { instantOf, isTimeZone, isZeroStamp, overlapped, stampOf } from './time.ts'

const OSLO = 'Europe/Oslo'

test.each([
  ['2026-01-15 12:00:00', '2026-01-15T11:00:00.000Z'],
  ['2026-07-15 12:00:00', '2026-07-15T10:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  // The clock goes back from 03:00 to 02:00. A time in this repeated hour is read as the first of
  // the two.
  ['2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
  ['2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  // The clock goes from 02:00 to 03:00. A time in this skipped hour does not exist and is read as
  // an hour later.
  ['2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
  ['2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
])('%s in Oslo is %s', (stamp, instant) => {
  expect(instantOf(stamp, OSLO)).toBe(instant)
})

test.each([
  '',
  '2026-02-30 10:00:00',
  '2026-13-01',
  '2026-01-01 24:00:00',
  'yesterday',
  '0000-00-00 00:00:00',
  '2026-1-1',
])('%j is not a time', (stamp) => {
  expect(instantOf(stamp, OSLO)).toBeNull()
})

test('an instant written in local time and read again is the same instant, or the first of the two with that time', () => {
  const zone = fc.constantFrom(
    OSLO,
    'UTC',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Auckland',
    'Asia/Kathmandu',
    'Pacific/Apia',
  )
  const second = fc.integer({
    min: Date.UTC(2000, 0, 1) / 1000,
    max: Date.UTC(2037, 11, 31) / 1000,
  })
  fc.assert(
    fc.property(second, zone, (seconds, timeZone) => {
      const stamp = stampOf(seconds * 1000, timeZone)
      const read = Date.parse(instantOf(stamp, timeZone) ?? '')
      expect(read).toBeLessThanOrEqual(seconds * 1000)
      expect(seconds * 1000 - read).toBeLessThanOrEqual(2 * 3_600_000)
      expect(stampOf(read, timeZone)).toBe(stamp)
    }),
    { numRuns: runs(300) },
  )
})

test('every quarter of an hour around both clock changes is read back as written', () => {
  for (const day of ['2026-03-29', '2026-10-25']) {
    for (let quarter = 0; quarter < 96; quarter += 1) {
      const at = Date.parse(`${day}T00:00:00.000Z`) - 12 * 3_600_000 + quarter * 900_000
      const stamp = stampOf(at, OSLO)
      expect(stampOf(instantOf(stamp, OSLO) ?? '', OSLO)).toBe(stamp)
    }
  }
})

test('an incremental read goes back a little more than the hour that October repeats', () => {
  expect(overlapped('2026-10-25 02:30:00')).toBe('2026-10-25 01:29:00')
  expect(overlapped('2026-01-01 00:30:00')).toBe('2025-12-31 23:29:00')
})

test('zero dates and unknown time zones are recognised', () => {
  expect(['', '0000-00-00', '0000-00-00 00:00:00', '2026-01-01'].map(isZeroStamp)).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect([OSLO, 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, false, false])
})
