import { describe, expect, test } from 'vitest'
import { mailRetryMs, mondayAt, mondayOf, planNotices, SETTLE_MS, toldAfterMs, weekTopic } from './notice-plan.ts'

const now = new Date('2026-11-23T08:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const context = { now, settleMs: 1_000, retrying: false }

describe('a cause', () => {
  test('begins once, however often it is seen', () => {
    expect(planNotices(['vat_unmapped', 'vat_unmapped'], [], context).begin).toEqual(['vat_unmapped'])
    expect(planNotices(['vat_unmapped'], [{ topic: 'vat_unmapped', goneAt: null }], context)).toEqual({
      begin: [],
      back: [],
      gone: [],
      forget: [],
    })
  })

  test('that is away for a moment is the same cause, and no news', () => {
    expect(planNotices([], [{ topic: 'vat_unmapped', goneAt: null }], context).gone).toEqual(['vat_unmapped'])
    const away = [{ topic: 'vat_unmapped', goneAt: before(500) }]
    expect(planNotices([], away, context).forget).toEqual([])
    expect(planNotices(['vat_unmapped'], away, context)).toMatchObject({ begin: [], back: ['vat_unmapped'], forget: [] })
  })

  test('is mended when it has stayed away, and nothing that failed is on the road again', () => {
    const away = [{ topic: 'vat_unmapped', goneAt: before(1_000) }]
    expect(planNotices([], away, { ...context, retrying: true }).forget).toEqual([])
    expect(planNotices([], away, context).forget).toEqual(['vat_unmapped'])
  })
})

test('a vendor that is down is told of after a day, whatever a person must mend at once', () => {
  expect(['fiken_down', 'servicem8_down', 'vat_unmapped'].map(toldAfterMs)).toEqual([86_400_000, 86_400_000, SETTLE_MS])
})

test('a mail server that refuses is asked again ever more seldom, and at least four times a day', () => {
  expect([1, 2, 3, 20].map(mailRetryMs)).toEqual([60_000, 120_000, 240_000, 21_600_000])
})

test.each([
  ['2026-11-23T06:00:00Z', '2026-11-23'],
  ['2026-11-22T23:30:00Z', '2026-11-23'],
  ['2026-11-22T22:30:00Z', '2026-11-16'],
  ['2026-03-29T12:00:00Z', '2026-03-23'],
])('%s lies in the Norwegian week of Monday %s', (instant, monday) => {
  expect(mondayAt(new Date(instant))).toBe(monday)
  expect(mondayOf(weekTopic(monday))).toBe(monday)
})
