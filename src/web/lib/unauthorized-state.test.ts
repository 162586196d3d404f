import { describe, expect, it } from 'vitest'
import { createProduct } from '#shared/contracts/products/writes'
import { showsExpiry } from './unauthorized-state.ts'

const shows = (path: string, now: number, lastShownAt: number | null, code = 'unauthenticated') =>
  showsExpiry({ path, code }, now, lastShownAt)

describe('the toast about expired access', () => {
  it.each(['/api/session/user', '/api/auth/login', '/api/auth/register'])(
    'never appears for %s',
    (path) => {
      expect(shows(path, 1000, null)).toBe(false)
    },
  )
  it('appears once for all the calls of a poll', () => {
    expect(shows('/api/stats', 1000, null)).toBe(true)
    expect(shows('/api/transfers', 1020, 1000)).toBe(false)
    expect(shows('/api/system-status', 1_900, 1000)).toBe(false)
  })
  it('appears again for a click a few seconds later', () => {
    expect(shows('/api/transfers/1/retry', 4_000, 1000)).toBe(true)
  })
  it('appears again with the next poll', () => {
    expect(shows('/api/stats', 31_000, 1000)).toBe(true)
  })
  it('leaves the expired access to Fiken to the one who makes a product there, and no lost session', () => {
    const { path } = createProduct
    expect(shows(path, 1000, null, 'reauthorize_fiken')).toBe(false)
    expect(shows(path, 1000, null)).toBe(true)
  })
})
