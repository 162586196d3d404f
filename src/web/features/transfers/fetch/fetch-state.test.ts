import { expect, test } from 'vitest'
import { sumOf, tickedFirst } from './fetch-state.ts'
import { text } from './fetch-text.ts'

const job = (jobUuid: string, amount: number | null, paid = false) => ({
  jobUuid,
  jobNumber: '1',
  customer: 'Ola',
  amount,
  completedAt: null,
  paid,
})

test('jobs that are paid are not chosen before a person chooses them', () => {
  expect([...tickedFirst([job('a', 100), job('b', 200, true), job('c', 300)])]).toEqual(['a', 'c'])
})

test('the sum is in øre, without what has no amount', () => {
  expect(sumOf([job('a', 12_550), job('b', null), job('c', 50)])).toBe(12_600)
})

test('what is not on the list is counted, and nothing is said of what there is none of', () => {
  const none = { jobs: [], paidLeftOut: 0, unapproved: 0, known: 0 }
  expect(text.leftOut(none)).toBe('')
  expect(text.leftOut({ ...none, paidLeftOut: 1, unapproved: 2, known: 3 })).toBe(
    '1 betalt jobb, 2 som ikke er godkjent, og 3 som er hentet fra før, er ikke med.',
  )
  expect(text.leftOut({ ...none, known: 1 })).toBe('1 som er hentet fra før, er ikke med.')
})
