import { describe, expect, it } from 'vitest'
import { showsExpiry } from './unauthorized-state.ts'

describe('the toast about expired access', () => {
  it.each(['/api/session/user', '/api/auth/login', '/api/auth/register'])(
    'never appears for %s',
    (path) => {
      expect(showsExpiry(path, 1000, null)).toBe(false)
    },
  )
  it('appears once for all the calls of a poll', () => {
    expect(showsExpiry('/api/stats', 1000, null)).toBe(true)
    expect(showsExpiry('/api/transfers', 1020, 1000)).toBe(false)
    expect(showsExpiry('/api/system-status', 1_900, 1000)).toBe(false)
  })
  it('appears again for a click a few seconds later', () => {
    expect(showsExpiry('/api/transfers/1/retry', 4_000, 1000)).toBe(true)
  })
  it('appears again with the next poll', () => {
    expect(showsExpiry('/api/stats', 31_000, 1000)).toBe(true)
  })
})
