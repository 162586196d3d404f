import { expect, test } from 'vitest'
import { limitsAt } from './limits.ts'

test('transfers are kept five years, the log twelve months, errors, webhooks and tasks thirty days', () => {
  expect(limitsAt(new Date('2026-11-21T03:40:00Z'))).toEqual({
    transfers: new Date('2021-11-21T03:40:00Z'),
    activity: new Date('2025-11-21T03:40:00Z'),
    errors: new Date('2026-10-22T03:40:00Z'),
    webhooks: new Date('2026-10-22T03:40:00Z'),
    tasks: new Date('2026-10-22T03:40:00Z'),
    jobParts: new Date('2026-07-24T03:40:00Z'),
    security: new Date('2026-08-23T03:40:00Z'),
  })
})

test('on a leap day nothing is deleted a day early', () => {
  expect(limitsAt(new Date('2028-02-29T12:00:00Z')).transfers).toEqual(
    new Date('2023-03-01T12:00:00Z'),
  )
})
