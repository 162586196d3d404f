import { expect, test } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import { mayBeCollected, startMeans } from './waiting-state.ts'

const on = (stands: NonNullable<Transfer['collective']>['stands']) => ({
  collective: { stands, clientUuid: 'k1', nextOn: null, jobs: stands === 'shares' ? 2 : 0 },
})
const row = (changes: Partial<Transfer>) =>
  ({ pendingReason: null, skipTransfer: false, collective: null, ...changes }) as Transfer
const pending = (pendingReason: Transfer['pendingReason'], changes: Partial<Transfer> = {}) =>
  row({ status: 'pending', pendingReason, ...changes })

test('a customer’s draft is joined, or left, by starting a job; and by nothing else', () => {
  for (const reason of ['undone', 'restored', 'fetched', 'history', 'inactive'] as const)
    expect(startMeans(pending(reason, on('outside')))).toBe('joins')
  expect(startMeans(row({ status: 'failed', ...on('outside') }))).toBe('joins')
  expect(startMeans(pending('collective', on('waits')))).toBe('leaves')
  // A collective draft that has been started while the integration is off.
  expect(startMeans(pending('inactive', on('waits')))).toBe('leaves')
  // Questions about the customer, or about whether to invoice the job, come first.
  for (const reason of ['ambiguous_customer', 'refused', 'company'] as const)
    expect(startMeans(pending(reason, on('outside')))).toBeNull()
  expect(startMeans(pending('collective', { ...on('waits'), skipTransfer: true }))).toBeNull()
  expect(startMeans(row({ status: 'completed', ...on('shares') }))).toBeNull()
  expect(startMeans(pending('undone'))).toBeNull()
})

test('it is made at once of what waits, and of what was taken out of one', () => {
  expect(mayBeCollected(pending('collective', on('waits')))).toBe(true)
  for (const reason of ['undone', 'restored'] as const) {
    expect(mayBeCollected(pending(reason, on('outside')))).toBe(true)
    expect(mayBeCollected(pending(reason))).toBe(false)
  }
  expect(mayBeCollected(pending('fetched', on('outside')))).toBe(false)
})
