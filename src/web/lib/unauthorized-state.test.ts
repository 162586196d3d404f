import { describe, expect, it } from 'vitest'
import { tellsOfExpiry } from './unauthorized-state.ts'

describe('the toast about expired access', () => {
  it.each(['/api/session/user', '/api/auth/login', '/api/auth/register'])('never comes for %s', (path) => {
    expect(tellsOfExpiry(path, 1000, null)).toBe(false)
  })
  it('comes once for all the calls of a poll', () => {
    expect(tellsOfExpiry('/api/stats', 1000, null)).toBe(true)
    expect(tellsOfExpiry('/api/transfers', 1020, 1000)).toBe(false)
    expect(tellsOfExpiry('/api/system-status', 10_999, 1000)).toBe(false)
  })
  it('comes again with the next poll', () => {
    expect(tellsOfExpiry('/api/stats', 31_000, 1000)).toBe(true)
  })
})
