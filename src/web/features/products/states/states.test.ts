import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { missingSystem, obstacleOf } from './states.ts'

type Known = Parameters<typeof obstacleOf>[0]

const lists = {
  fiken: null,
  servicem8: null,
  refreshing: true,
  fikenCount: 300,
  servicem8Count: 20,
  problem: null,
}
const answer = { success: true, comparison: null, lists, mayWrite: true, vatRegistered: true }
const obstacle = (known: Partial<Known>) =>
  obstacleOf({ ready: true, missing: null, answer: undefined, error: null, ...known })

describe('what stands in the list’s place', () => {
  it('is what is missing', () => {
    expect(missingSystem(undefined)).toBeNull()
    expect(missingSystem({ fikenConnected: true, servicem8Connected: true })).toBeNull()
    expect(missingSystem({ fikenConnected: true, servicem8Connected: false })).toBe('servicem8')
    expect(missingSystem({ fikenConnected: false, servicem8Connected: false })).toBe('both')
    expect(obstacle({ missing: 'fiken' })).toEqual({ state: 'unavailable', first: 'fiken' })
  })
  it('is how far the first reading is', () => {
    expect(obstacle({ answer })).toEqual({ state: 'first fill', fiken: 300, servicem8: 20 })
    expect(obstacle({ ready: false })).toEqual({ state: 'loading' })
  })
  it('is that a company must be chosen', () => {
    const error = new ApiError(409, '', { code: 'choose_company', message: 'Velg selskap.' })
    expect(obstacle({ error })).toEqual({ state: 'choose company', why: 'Velg selskap.' })
  })
  it('is the server’s error with its details, or the sentence that fits any', () => {
    const failed = { ...answer, success: false, error: 'Fiken svarer ikke.', details: '502' }
    expect(obstacle({ answer: failed })).toEqual({
      state: 'error',
      why: 'Fiken svarer ikke.',
      details: '502',
    })
    expect(obstacle({ error: new ApiError(502, 'Bad Gateway', {}) })).toMatchObject({
      why: 'Kunne ikke sammenligne produkter. Sjekk at både ServiceM8 og Fiken er autorisert.',
    })
  })
})
