import { expect, test } from 'vitest'
import { text } from './text.ts'
import { billedAfter, nameBills } from './under-way.ts'

const cancelled = (months: string[]) =>
  billedAfter('Ås AS', text.changeConfirm.cancelled.what, months)

test('who cancels a customer reads that the bill that is on its way is made', () => {
  expect(cancelled([])).toMatch(/^Ås AS faktureres ikke mer\. /)
  expect(cancelled(['2027-03'])).toMatch(
    /^Fakturaen for mars 2027 er alt på vei og blir laget\. Etter den faktureres Ås AS ikke mer\. /,
  )
  expect(cancelled(['2027-02', '2027-03'])).toMatch(
    /^Fakturaene for februar 2027 og mars 2027 er alt på vei og blir laget\. Etter dem faktureres /,
  )
})

test('no bill on its way has no name', () => {
  expect(nameBills([])).toBeNull()
})
