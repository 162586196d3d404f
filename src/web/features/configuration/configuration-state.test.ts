import { describe, expect, it } from 'vitest'
import type { Configuration } from '#shared/contracts/configuration'
import {
  autoEdits,
  bodyOf,
  hasCompany,
  liftsPause,
  pauseOf,
  remaining,
  startDateError,
  startDateOf,
  startInstant,
  thresholdError,
  withEdit,
} from './configuration-state.ts'

const saved = {
  fikenCompanySlug: 'ror-as',
  fikenBankAccountCode: '1920:10001',
  isActive: false,
  jobFetchType: 'awaiting_payment',
  requiresCompanySelection: true,
} as Configuration

describe('saving the configuration', () => {
  it('saves switches and selects by themselves, typed values with the button', () => {
    expect(autoEdits({ isActive: true, jobFetchType: 'completed', customerMatchThreshold: 80 })).toEqual({
      isActive: true,
      jobFetchType: 'completed',
    })
  })
  it('sends what was saved last with the changed key', () => {
    expect(bodyOf(saved, { isActive: true })).toEqual({ ...saved, isActive: true })
  })
  it('keeps what was changed while a save was under way', () => {
    expect(remaining({ isActive: false, jobFetchType: 'completed' }, { isActive: true, jobFetchType: 'completed' })).toEqual({
      isActive: false,
    })
    expect(remaining({ isActive: true }, { isActive: true })).toEqual({})
  })
  it('lets go of the bank account when another company is chosen', () => {
    expect(withEdit(saved, {}, { fikenCompanySlug: 'hytta-da' })).toEqual({
      fikenCompanySlug: 'hytta-da',
      fikenBankAccountCode: '',
    })
    expect(withEdit(saved, {}, { fikenCompanySlug: 'ror-as' })).toEqual({ fikenCompanySlug: 'ror-as' })
  })
  it('lifts the pause when the company that was asked for is chosen', () => {
    expect(liftsPause(saved, { fikenCompanySlug: 'hytta-da' })).toBe(true)
    expect(liftsPause(saved, { isActive: true })).toBe(false)
    expect(liftsPause({ ...saved, requiresCompanySelection: false }, { fikenCompanySlug: 'hytta-da' })).toBe(false)
  })
})

describe('what may be done', () => {
  it('tests Fiken only when connected with a company', () => {
    expect([hasCompany(true, 'ror-as'), hasCompany(true, ''), hasCompany(true, null), hasCompany(false, 'ror-as')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
  it.each([
    ['90', null],
    ['50', null],
    ['100', null],
    ['49', 'Grensen må være minst 50'],
    ['101', 'Grensen kan være høyst 100'],
    ['', 'Grensen må være et helt tall'],
    ['89,5', 'Grensen må være et helt tall'],
  ])('judges the threshold "%s"', (typed, complaint) => {
    expect(thresholdError(typed)).toBe(complaint)
  })
})

describe('the date from which jobs count', () => {
  it('is the Norwegian one, also just after midnight', () => {
    expect(startDateOf('2026-11-20T23:30:00.000Z')).toBe('2026-11-21')
    expect(startDateOf('2026-06-20T22:30:00.000Z')).toBe('2026-06-21')
    expect(startDateOf(null)).toBe('')
  })
  it('begins at midnight in Norway, summer and winter', () => {
    expect(startInstant('2026-11-21T10:00:00.000Z', '2026-11-01')).toBe('2026-10-31T23:00:00.000Z')
    expect(startInstant('2026-11-21T10:00:00.000Z', '2026-07-01')).toBe('2026-06-30T22:00:00.000Z')
  })
  it('keeps its time of day when the date is typed back', () => {
    expect(startInstant('2026-11-21T10:00:00.000Z', '2026-11-21')).toBe('2026-11-21T10:00:00.000Z')
  })
  it('is never empty', () => {
    expect(startDateError('')).toBe('Velg en dato')
    expect(startDateError('2026-11-21')).toBeNull()
  })
  it('waits for the save button', () => {
    expect(autoEdits({ activatedAt: '2026-11-21T10:00:00.000Z' })).toEqual({})
  })
})

describe('the switch', () => {
  const on = { isActive: true, requiresCompanySelection: false, fikenCompanySlug: 'ror-as' }
  const both = { servicem8: true, fiken: true }
  it('is on pause while a system is gone or a company must be chosen, and not while it is off', () => {
    expect(pauseOf(on, both)).toBeNull()
    expect(pauseOf({ ...on, requiresCompanySelection: true }, both)).toBe('company')
    expect(pauseOf({ ...on, fikenCompanySlug: null }, both)).toBe('company')
    expect(pauseOf({ ...on, requiresCompanySelection: true }, { ...both, fiken: false })).toBe('fiken')
    expect(pauseOf(on, { ...both, servicem8: false })).toBe('servicem8')
    expect(pauseOf({ ...on, isActive: false, requiresCompanySelection: true }, both)).toBeNull()
  })
})
