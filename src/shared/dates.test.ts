import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#test/support/size'
import {
  addDays,
  addMonths,
  dateOf,
  daysBetween,
  formatClock,
  formatDate,
  formatDateTime,
  formatMonth,
  formatTime,
  isDate,
  isMonth,
  lastSyncText,
  monthOf,
  monthRange,
  osloInstant,
  today,
  whenText,
} from './dates.ts'

describe('the Norwegian calendar', () => {
  it('changes the day at Norwegian midnight, in winter and in summer', () => {
    expect(today(new Date('2026-11-20T22:59:59Z'))).toBe('2026-11-20')
    expect(today(new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21')
    expect(dateOf('2026-06-30T21:59:59Z')).toBe('2026-06-30')
    expect(dateOf('2026-06-30T22:00:00Z')).toBe('2026-07-01')
  })
  it('writes dates dd.mm.yyyy and times as Norwegians do', () => {
    expect(formatDate('2026-11-21')).toBe('21.11.2026')
    expect(formatDate('2026-12-31T23:30:00Z')).toBe('01.01.2027')
    expect(formatTime('2026-11-21T13:32:00Z')).toBe('14:32')
    expect(formatTime('2026-11-20T23:05:00Z')).toBe('00:05')
    expect(formatClock('2026-07-01T12:32:00Z')).toBe('kl. 14.32')
    expect(formatDateTime('2026-11-21T13:32:00Z')).toBe('21.11.2026 kl. 14.32')
  })
  it('knows dates and months that exist', () => {
    expect(isDate('2028-02-29')).toBe(true)
    expect(isDate('2027-02-29')).toBe(false)
    expect(isDate('2026-13-01')).toBe(false)
    expect(isMonth('2026-12')).toBe(true)
    expect(isMonth('2026-00')).toBe(false)
  })
  it('counts days across clock changes and the turn of the year', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(() => addDays('i dag', 1)).toThrow(RangeError)
  })
  it('counts months', () => {
    expect(monthOf('2026-11-21')).toBe('2026-11')
    expect(monthRange('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
    expect(addMonths('2026-11', 2)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(formatMonth('2026-03')).toBe('mars 2026')
  })
  it('finds the instant of a local time', () => {
    expect(osloInstant('2026-11-01', 9).toISOString()).toBe('2026-11-01T08:00:00.000Z')
    expect(osloInstant('2026-07-01', 9).toISOString()).toBe('2026-07-01T07:00:00.000Z')
    expect(osloInstant('2026-03-29', 2, 30).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(osloInstant('2026-10-25', 2, 30).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })
  it('shows what the zone data of Norway show, around every change of the clock', () => {
    const zone = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Oslo',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const differs = (at: Date) => `${dateOf(at)} ${formatTime(at)}` !== zone.format(at)
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1985-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (at) => !differs(at),
      ),
      { numRuns: runs(300) },
    )
    const instants = Array.from({ length: 50 }, (_, year) =>
      ['03-25', '03-28', '03-31', '10-25', '10-28', '10-31'].flatMap((day) =>
        ['00:59:59', '01:00:00', '23:30:00'].map(
          (time) => new Date(`${1995 + year}-${day}T${time}Z`),
        ),
      ),
    ).flat()
    expect(instants.filter(differs)).toEqual([])
  })
  it('is consistent about every midnight of forty years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14_600 }), (day) => {
        const date = addDays('2000-01-01', day)
        expect(dateOf(osloInstant(date))).toBe(date)
        expect(dateOf(new Date(osloInstant(date).getTime() - 1))).toBe(addDays(date, -1))
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('the last-sync text', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  it.each([
    [null, 'Aldri synkronisert'],
    ['2026-11-21T11:59:01Z', 'Akkurat nå'],
    ['2026-11-21T12:00:30Z', 'Akkurat nå'],
    ['2026-11-21T11:59:00Z', '1 min siden'],
    ['2026-11-21T11:00:01Z', '59 min siden'],
    ['2026-11-21T10:00:00Z', '2 timer siden'],
    ['2026-11-20T12:00:01Z', '23 timer siden'],
    ['2026-11-20T12:00:00Z', '20.11.2026'],
  ])('%s is shown as %s', (lastSync, text) => {
    expect(lastSyncText(lastSync, now)).toBe(text)
  })
})

describe('when something was done', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T11:05:00Z', 'i dag kl. 12.05'],
    ['2026-11-20T23:00:00Z', 'i dag kl. 00.00'],
    ['2026-11-20T08:00:00Z', 'i går kl. 09.00'],
    ['2026-11-02T08:00:00Z', '02.11.2026 kl. 09.00'],
  ])('%s is said as %s', (instant, text) => {
    expect(whenText(instant, now)).toBe(text)
  })
})
