import { describe, expect, it } from 'vitest'
import { HttpError } from '../http-error.ts'
import { containing, cursorOf, pageOf, readCursor } from './paging.ts'

const row = (id: number, createdAt = new Date('2026-11-21T10:00:00.123Z')) => ({ id, createdAt })

describe('paging', () => {
  it('finds the row that a cursor was made from', () => {
    const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
    expect(readCursor(cursorOf(row(42)), 'number')).toEqual({ at: row(42).createdAt, id: '42' })
    expect(readCursor(cursorOf({ ...row(1), id: uuid }), 'uuid')).toEqual({
      at: row(1).createdAt,
      id: uuid,
    })
    expect(readCursor(undefined, 'uuid')).toBeNull()
  })

  it('refuses a cursor that we did not write, in Norwegian', () => {
    const foreign = Buffer.from("1.'; drop table users").toString('base64url')
    for (const cursor of [
      'x',
      '%%%',
      foreign,
      cursorOf(row(1)).slice(2),
      Buffer.from('99999999999999999.1').toString('base64url'),
    ]) {
      expect(() => readCursor(cursor, 'number')).toThrow(HttpError)
    }
    expect(() => readCursor(cursorOf(row(1)), 'uuid')).toThrow(/Last listen på nytt/)
  })

  it('gives a next cursor only when there is more', () => {
    expect(pageOf([row(3), row(2), row(1)], 2)).toEqual({
      rows: [row(3), row(2)],
      nextCursor: cursorOf(row(2)),
    })
    expect(pageOf([row(3), row(2)], 2).nextCursor).toBeNull()
    expect(pageOf([], 2)).toEqual({ rows: [], nextCursor: null })
  })

  it('searches for a percent sign when somebody types one', () => {
    expect(containing('25 %_\\')).toBe('%25 \\%\\_\\\\%')
  })
})
