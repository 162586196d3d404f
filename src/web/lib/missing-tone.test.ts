import { expect, it } from 'vitest'
import { missingTone } from './missing-tone.ts'

const fresh = {
  everActive: false,
  servicem8Status: 'disconnected',
  fikenStatus: 'disconnected',
} as const

it('what is missing frightens only those for whom it has worked, or whose access has died', () => {
  expect(missingTone(fresh)).toBe('neutral')
  expect(missingTone({ ...fresh, everActive: true })).toBe('bad')
  expect(missingTone({ ...fresh, fikenStatus: 'reauth_required' })).toBe('bad')
  expect(missingTone({ ...fresh, servicem8Status: 'reauth_required' })).toBe('bad')
})
