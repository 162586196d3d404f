import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextCollectiveDay, type CollectiveTime } from './collective.ts'
import { addDays, daysBetween, today } from './dates.ts'

const monthly = (day: number): CollectiveTime => ({ every: 'month', day })
const weekly = (weekday: number): CollectiveTime => ({ every: 'week', weekday })

describe('the next day of a collective draft', () => {
  it('is the chosen day of the month, this one or the next', () => {
    expect(nextCollectiveDay(monthly(1), '2026-11-25')).toBe('2026-12-01')
    expect(nextCollectiveDay(monthly(26), '2026-11-25')).toBe('2026-11-26')
    expect(nextCollectiveDay(monthly(25), '2026-11-25')).toBe('2026-12-25')
    expect(nextCollectiveDay(monthly(5), '2026-12-31')).toBe('2027-01-05')
  })
  it('is the last day where the month is shorter', () => {
    expect(nextCollectiveDay(monthly(31), '2026-11-25')).toBe('2026-11-30')
    expect(nextCollectiveDay(monthly(31), '2026-11-30')).toBe('2026-12-31')
    expect(nextCollectiveDay(monthly(30), '2027-01-31')).toBe('2027-02-28')
    expect(nextCollectiveDay(monthly(29), '2028-02-01')).toBe('2028-02-29')
  })
  it('is the last day of each shorter month, and the chosen one again in the next', () => {
    const year = (day: number, from: string) => {
      const days = [from]
      while (days.length < 14) days.push(nextCollectiveDay(monthly(day), days.at(-1) ?? '') ?? '')
      return days.slice(1).map((date) => date.slice(2))
    }
    expect(year(31, '2027-12-31').join(' ')).toBe(
      '28-01-31 28-02-29 28-03-31 28-04-30 28-05-31 28-06-30 28-07-31 28-08-31 28-09-30 28-10-31 28-11-30 28-12-31 29-01-31',
    )
    for (const [day, february] of [
      [28, '27-02-28'],
      [29, '27-02-28'],
      [30, '27-02-28'],
    ] as const)
      expect(year(day, `2026-12-${day}`).slice(0, 3)).toEqual([
        `27-01-${day}`,
        february,
        `27-03-${day}`,
      ])
  })
  it('comes on the days on which the clock is changed, which begin at midnight in Norway', () => {
    expect(nextCollectiveDay(monthly(28), '2027-03-27')).toBe('2027-03-28')
    expect(nextCollectiveDay(weekly(7), '2027-03-22')).toBe('2027-03-28')
    expect(nextCollectiveDay(monthly(31), '2027-10-30')).toBe('2027-10-31')
    expect(nextCollectiveDay(weekly(7), '2027-10-31')).toBe('2027-11-07')
    const dates = (...instants: string[]) => instants.map((at) => today(new Date(at)))
    expect(dates('2027-03-27T22:59:59Z', '2027-03-27T23:00:00Z')).toEqual([
      '2027-03-27',
      '2027-03-28',
    ])
    expect(dates('2027-10-30T21:59:59Z', '2027-10-30T22:00:00Z')).toEqual([
      '2027-10-30',
      '2027-10-31',
    ])
  })
  it('is the chosen day of the week', () => {
    // 2026-11-25 is a Wednesday.
    expect(nextCollectiveDay(weekly(4), '2026-11-25')).toBe('2026-11-26')
    expect(nextCollectiveDay(weekly(3), '2026-11-25')).toBe('2026-12-02')
    expect(nextCollectiveDay(weekly(2), '2026-11-25')).toBe('2026-12-01')
    expect(nextCollectiveDay(weekly(7), '2026-11-29')).toBe('2026-12-06')
  })
  it('is none where only a person makes one', () => {
    expect(nextCollectiveDay({ every: 'hand' }, '2026-11-25')).toBeNull()
  })
  it('comes after the date, within a week or a month, and is the first such day', () => {
    const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))
    const time = fc.oneof(
      fc.integer({ min: 1, max: 31 }).map(monthly),
      fc.integer({ min: 1, max: 7 }).map(weekly),
    )
    fc.assert(
      fc.property(time, date, (when, from) => {
        const next = nextCollectiveDay(when, from) ?? ''
        const ahead = daysBetween(from, next)
        expect(ahead).toBeGreaterThan(0)
        expect(ahead).toBeLessThanOrEqual(when.every === 'week' ? 7 : 31)
        // Any date in between must have the same next day.
        expect(nextCollectiveDay(when, addDays(next, -1))).toBe(next)
        expect(nextCollectiveDay(when, addDays(from, ahead > 1 ? 1 : 0))).toBe(next)
      }),
    )
  })
})
