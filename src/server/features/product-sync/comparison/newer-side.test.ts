import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newerSide, NO_SIDE } from './newer-side.ts'

const monday = '2026-11-16'
const tuesday = '2026-11-17'
const edited = (fiken: string, servicem8: string) => ({ fiken, servicem8 })
const sameDay = edited(monday, `${monday} 08:00:00`)

describe('which side is newer', () => {
  it('is the one that is not what both were when they last agreed, whatever the dates', () => {
    for (const dates of [sameDay, edited(monday, tuesday), edited(tuesday, monday)]) {
      expect(newerSide({ fiken: 200, servicem8: 100 }, 100, dates)).toEqual({
        source: 'fiken',
        by: 'snapshot',
      })
      expect(newerSide({ fiken: 100, servicem8: 200 }, 100, dates)).toEqual({
        source: 'servicem8',
        by: 'snapshot',
      })
    }
  })

  it('is said by the dates where both have changed, or they were never seen to agree', () => {
    for (const snapshot of [null, 100]) {
      const sides = { fiken: 200, servicem8: 300 }
      expect(newerSide(sides, snapshot, edited(tuesday, `${monday} 23:59:59`))).toEqual({
        source: 'fiken',
        by: 'date',
      })
      expect(newerSide(sides, snapshot, edited(monday, `${tuesday} 00:00:01`))).toEqual({
        source: 'servicem8',
        by: 'date',
      })
      expect(newerSide(sides, snapshot, sameDay)).toEqual(NO_SIDE)
    }
  })

  it('is not known from dates that cannot be read', () => {
    const sides = { fiken: 200, servicem8: 300 }
    expect(newerSide(sides, null, edited('', tuesday))).toEqual(NO_SIDE)
    expect(newerSide(sides, null, edited(monday, '0000-00-00 00:00:00'))).toEqual(NO_SIDE)
    expect(newerSide(sides, null, edited(monday, `x${tuesday}`))).toEqual(NO_SIDE)
  })

  it('is neither while they agree', () => {
    fc.assert(
      fc.property(fc.integer(), fc.option(fc.integer()), (value, snapshot) => {
        const sides = { fiken: value, servicem8: value }
        expect(newerSide(sides, snapshot, edited(monday, tuesday))).toEqual(NO_SIDE)
      }),
    )
  })
})
