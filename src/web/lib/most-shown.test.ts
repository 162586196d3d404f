import { expect, test } from 'vitest'
import { MOST_SHOWN, moreText } from './most-shown.ts'

test('a list that is cut says how many more there are, and one that is not says nothing', () => {
  expect(moreText(MOST_SHOWN)).toBeNull()
  expect(moreText(MOST_SHOWN + 1)).toBe('… og 1 til')
  expect(moreText(12_345)).toBe('… og 12\u00a0145 til')
})
