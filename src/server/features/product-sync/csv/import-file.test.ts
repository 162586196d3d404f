import { expect, test } from 'vitest'
import type { CsvDifference } from '#shared/contracts/products/csv'
import { atATime } from './import-file.ts'

const differences = Array.from({ length: 1_500 }, (_, n): CsvDifference => ({
  ...{ id: `price:fiken:${n}`, name: 'Kran', number: String(n), what: 'price', to: 'fiken' },
  ...{ before: 100, after: 200, large: n < 600 },
}))

test('a thousand changes of a file are written at a time, those of more than half last', () => {
  const shown = atATime(differences)
  expect([shown.differences.length, shown.later]).toEqual([1_000, 500])
  expect(shown.differences.filter(({ large }) => large)).toHaveLength(100)
  expect(shown.differences.slice(0, 900).every(({ large }) => !large)).toBe(true)
  expect(atATime(differences.slice(0, 3))).toEqual({
    differences: differences.slice(0, 3),
    later: 0,
  })
})
