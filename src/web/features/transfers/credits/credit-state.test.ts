import { expect, test } from 'vitest'
import { isBelowZero } from './credit-state.ts'

test('invoices to credit are shown of a job that its negative sum has stopped, and of no other', () => {
  const stopped = { status: 'failed', errorCode: 'negative_total', skipTransfer: false } as const
  expect(isBelowZero(stopped)).toBe(true)
  for (const other of [
    { ...stopped, skipTransfer: true },
    { ...stopped, status: 'queued' },
    { ...stopped, errorCode: 'empty_job' },
  ] as const)
    expect(isBelowZero(other)).toBe(false)
})
