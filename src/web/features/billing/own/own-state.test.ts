import { expect, test } from 'vitest'
import { explanationOf } from './own-state.ts'

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
