import { describe, expect, it } from 'vitest'
import { dailyOf, scaleTop, shortDate } from './daily-state.ts'

const day = (date: string, completed: number, invoiced: number, transferred = 0) => ({
  date,
  completed,
  invoiced,
  transferred,
})

describe('the chart', () => {
  it('has a bar for each day, with what is in Fiken and what is left', () => {
    const { bars, top } = dailyOf([day('2026-11-20', 4, 3), day('2026-11-21', 0, 0)])
    expect(top).toBe(4)
    expect(bars).toEqual([
      { date: '2026-11-20', label: '20.11.: 4 hentet, 3 overført', done: 0.75, left: 0.25 },
      { date: '2026-11-21', label: '21.11.: 0 hentet, 0 overført', done: 0, left: 0 },
    ])
  })
  it('adds the days up', () => {
    expect(dailyOf([day('2026-11-20', 4, 3), day('2026-11-21', 3, 3)])).toMatchObject({
      completed: 7,
      invoiced: 6,
      left: 1,
    })
    expect(dailyOf([])).toMatchObject({ bars: [], completed: 0, left: 0, top: 2 })
  })
  it('has a scale of round numbers whose half is a whole one', () => {
    expect([0, 1, 2, 3, 7, 10, 11, 57, 101, 250].map(scaleTop)).toEqual([
      2, 2, 2, 4, 8, 10, 20, 60, 200, 400,
    ])
  })
  it('writes days in short form', () => {
    expect(shortDate('2026-11-03')).toBe('3.11.')
  })
})
