import { describe, expect, test } from 'vitest'
import {
  mailRetryMs,
  mondayAt,
  mondayOf,
  planNotifications,
  SETTLE_MS,
  notifyAfterMs,
  weekTopic,
} from './notification-plan.ts'

const now = new Date('2026-11-23T08:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const context = { now, settleMs: 1_000, retrying: false }

describe('a cause', () => {
  test('begins once, however often it is seen', () => {
    expect(planNotifications(['vat_unmapped', 'vat_unmapped'], [], context).begin).toEqual([
      'vat_unmapped',
    ])
    expect(
      planNotifications(['vat_unmapped'], [{ topic: 'vat_unmapped', goneAt: null }], context),
    ).toEqual({ begin: [], back: [], gone: [], forget: [] })
  })

  test('that is absent for a moment is the same cause, and not reported again', () => {
    expect(planNotifications([], [{ topic: 'vat_unmapped', goneAt: null }], context).gone).toEqual([
      'vat_unmapped',
    ])
    const away = [{ topic: 'vat_unmapped', goneAt: before(500) }]
    expect(planNotifications([], away, context).forget).toEqual([])
    expect(planNotifications(['vat_unmapped'], away, context)).toMatchObject({
      begin: [],
      back: ['vat_unmapped'],
      forget: [],
    })
  })

  test('is fixed when it has stayed away, and nothing that failed is being transferred again', () => {
    const away = [{ topic: 'vat_unmapped', goneAt: before(1_000) }]
    expect(planNotifications([], away, { ...context, retrying: true }).forget).toEqual([])
    expect(planNotifications([], away, context).forget).toEqual(['vat_unmapped'])
  })
})

test('a vendor that is down is reported after a day, what a person must fix immediately', () => {
  expect(['fiken_down', 'servicem8_down', 'vat_unmapped'].map(notifyAfterMs)).toEqual([
    86_400_000,
    86_400_000,
    SETTLE_MS,
  ])
})

test('a mail server that refuses is retried at growing intervals, and at least four times a day', () => {
  expect([1, 2, 3, 20].map(mailRetryMs)).toEqual([60_000, 120_000, 240_000, 21_600_000])
})

test.each([
  ['2026-11-23T06:00:00Z', '2026-11-23'],
  ['2026-11-22T23:30:00Z', '2026-11-23'],
  ['2026-11-22T22:30:00Z', '2026-11-16'],
  ['2026-03-29T12:00:00Z', '2026-03-23'],
])('%s is in the Norwegian week of Monday %s', (instant, monday) => {
  expect(mondayAt(new Date(instant))).toBe(monday)
  expect(mondayOf(weekTopic(monday))).toBe(monday)
})
