import { expect, test } from 'vitest'
import { explanationOf, priceIn, stillComing } from './own-state.ts'

const STANDING = {
  billingEnabled: true,
  status: 'active',
  heldByAdmin: false,
  integrationOn: true,
} as const

test.each([
  [{ billingEnabled: false }, 'off'],
  [{ status: 'free' }, 'free'],
  [{ status: 'free', heldByAdmin: true }, 'freeHeld'],
  [{}, 'active'],
  [{ integrationOn: false }, 'activeOff'],
  [{ status: 'paused', integrationOn: false }, 'paused'],
  [{ status: 'paused', heldByAdmin: true }, 'pausedHeld'],
  [{ status: 'cancelled', heldByAdmin: true }, 'cancelled'],
] as const)('%o is explained as %s', (change, expected) => {
  expect(explanationOf({ ...STANDING, ...change })).toBe(expected)
})

test('who has cancelled is told of the bills that are on their way, and nobody else', () => {
  const bill = (month: string, status: 'queued' | 'failed' | 'done') => ({
    month,
    status,
    price: 30_000,
    gross: null,
    invoiceNumber: null,
  })
  const bills = [bill('2027-03', 'queued'), bill('2027-02', 'queued'), bill('2027-01', 'done')]
  expect(stillComing({ status: 'cancelled', bills })).toEqual(['2027-02', '2027-03'])
  expect(stillComing({ status: 'cancelled', bills: bills.slice(2) })).toEqual([])
  expect(stillComing({ status: 'active', bills })).toEqual([])
})

test.each([
  [{}, 'price'],
  [{ status: 'cancelled' }, 'cancelled'],
  [{ status: 'cancelled', billingEnabled: false }, 'nothing'],
] as const)('beside the switch of %o stands %s', (change, expected) => {
  expect(priceIn({ ...STANDING, ...change })).toBe(expected)
})
