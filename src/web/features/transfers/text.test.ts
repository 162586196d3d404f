import { expect, test } from 'vitest'
import { deleteAllMeans } from './list/many-text.ts'
import { text } from './text.ts'

test('an empty list says that jobs come by themselves only when they do', () => {
  expect(text.emptyWhy('completed', false)).toBe(
    'Overføringer dukker opp her når en jobb er fullført i ServiceM8.',
  )
  expect(text.emptyWhy('awaiting_payment', true)).toBe(
    'Overføringer dukker opp her når automatisk overføring er på og en jobb er fullført og godkjent i ServiceM8.',
  )
})

test('the question before all that wait are deleted says how many and how much', () => {
  const begins = (count: number, ore: number, withoutAmount: number) =>
    deleteAllMeans({ count, ore, withoutAmount }).replaceAll('\u00a0', ' ')
  expect(begins(3, 2_358_750, 1)).toMatch(
    /^3 jobber, 23 587,50 kr og 1 uten kjent beløp, tas ut av listen/,
  )
  expect(begins(1, 0, 1)).toMatch(/^1 jobb tas ut av listen/)
  expect(deleteAllMeans(undefined)).toMatch(/^Alle jobber som venter, tas ut av listen/)
})
