import { describe, expect, test } from 'vitest'
import { notWanted, type Wishes } from './still-wanted.ts'

const wishes: Wishes = { fikenCompanySlug: 'ror-as', requiresCompanySelection: false, isActive: true, userIsActive: true }
const byItself = { askedWhileOff: false }
const byHand = { askedWhileOff: true }

describe('just before a draft leaves', () => {
  test('it is wanted when everything is as it was', () => {
    expect(notWanted(wishes, byItself, 'ror-as')).toBeNull()
    expect(notWanted(wishes, byItself, null)).toBeNull()
  })

  test('switched off, it waits for the person, unless the person started it while it was off', () => {
    const off = { ...wishes, isActive: false }
    expect(notWanted(off, byItself, 'ror-as')?.change).toEqual({ status: 'pending', pendingReason: 'inactive' })
    expect(notWanted(off, byHand, 'ror-as')).toBeNull()
  })

  test('without a company it waits for one, also when the choice must be confirmed', () => {
    for (const change of [{ fikenCompanySlug: null }, { fikenCompanySlug: '' }, { requiresCompanySelection: true }]) {
      expect(notWanted({ ...wishes, ...change }, byHand, 'ror-as')?.change).toEqual({
        status: 'pending',
        pendingReason: 'company',
      })
    }
  })

  test('for another company it goes back into the queue, and so it does while the account is locked', () => {
    expect(notWanted({ ...wishes, fikenCompanySlug: 'eiendom-as' }, byItself, 'ror-as')?.change.status).toBe('queued')
    expect(notWanted({ ...wishes, userIsActive: false }, byHand, 'ror-as')?.change.status).toBe('queued')
  })
})
