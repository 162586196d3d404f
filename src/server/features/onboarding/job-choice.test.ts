import { expect, test } from 'vitest'
import { recommendedFor } from './job-choice.ts'

test('all completed jobs are recommended to people who approve none, and nothing without jobs', () => {
  expect(recommendedFor(14, 0)).toBe('completed')
  expect(recommendedFor(14, 1)).toBe('awaiting_payment')
  expect(recommendedFor(0, 0)).toBeNull()
})
