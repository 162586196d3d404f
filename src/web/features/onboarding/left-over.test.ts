import { expect, it } from 'vitest'
import { SETUP_STEPS, type SetupStep } from '#shared/contracts/onboarding'
import { leftOver, nextStep } from './left-over.ts'

const steps = (open: readonly string[]): SetupStep[] =>
  SETUP_STEPS.map((id) => ({
    id,
    title: id,
    state: open.includes(id) ? 'open' : 'done',
    reason: '',
  }))
const left = (...open: string[]) => leftOver(steps(open), []).map(({ id }) => id)

it('what is left is every step that can be taken, but no trial', () => {
  expect(left()).toEqual([])
  expect(left('trial')).toEqual([])
  expect(left('vat', 'trial')).toEqual(['vat'])
  expect(left('fiken', 'bank_account', 'vat')).toEqual(['fiken', 'bank_account', 'vat'])
})

it('switching on is the step to take once it can be, whatever else is open', () => {
  expect(nextStep(steps(['fiken', 'vat']))).toBe('fiken')
  expect(nextStep(steps(['vat', 'trial', 'activate']))).toBe('activate')
  expect(nextStep(steps(['vat', 'trial']))).toBe('vat')
  expect(nextStep(steps([]))).toBeUndefined()
})

it('what waits for the company to be confirmed is not counted', () => {
  const locked = new Set(['bank_account', 'vat', 'trial', 'activate'])
  const reconnected = steps(['company']).map((step): SetupStep =>
    locked.has(step.id) ? { ...step, state: 'locked' } : step,
  )
  expect(leftOver(reconnected, []).map(({ id }) => id)).toEqual(['company'])
})

it('a system that a banner asks to approve again is not asked for twice, nor what waits for it', () => {
  const withdrawn = steps(['servicem8', 'bank_account', 'vat', 'activate']).map(
    (step): SetupStep =>
      step.id === 'vat' || step.id === 'activate' ? { ...step, state: 'locked' } : step,
  )
  expect(leftOver(withdrawn, ['servicem8']).map(({ id }) => id)).toEqual(['bank_account'])
  expect(leftOver(steps(['servicem8']), ['servicem8'])).toEqual([])
})
