import { describe, expect, it } from 'vitest'
import type { Configuration } from '#shared/contracts/configuration'
import { ApiError } from '../../lib/api.ts'
import {
  autoEdits,
  bodyOf,
  changedElsewhere,
  formerCompany,
  hasCompany,
  knownSince,
  liftsPause,
  pauseOf,
  remaining,
  startDateError,
  startDateOf,
  startInstant,
  thresholdError,
  withEdit,
  withoutSaved,
} from './configuration-state.ts'

const saved = {
  fikenCompanySlug: 'ror-as',
  fikenBankAccountCode: '1920:10001',
  isActive: false,
  jobFetchType: 'awaiting_payment',
  requiresCompanySelection: true,
} as Configuration

describe('saving the configuration', () => {
  it('saves switches and selects automatically, typed values with the button', () => {
    expect(
      autoEdits({ isActive: true, jobFetchType: 'completed', customerMatchThreshold: 80 }),
    ).toEqual({
      isActive: true,
      jobFetchType: 'completed',
    })
  })
  it('sends what was saved last with the changed key, and what it was when it was changed', () => {
    const body = bodyOf(saved, { isActive: true }, { isActive: true })
    expect(body).toEqual({ ...saved, isActive: true, known: { ...saved, isActive: true } })
  })
  it('forgets an edit that says what is saved', () => {
    const edits = { isActive: false, jobFetchType: 'completed' } as const
    expect(withoutSaved(saved, edits)).toEqual({ jobFetchType: 'completed' })
    const same = { fikenCompanySlug: 'ror-as' }
    expect(withoutSaved(saved, same)).toEqual(same)
    expect(withoutSaved({ ...saved, requiresCompanySelection: false }, same)).toEqual({})
  })
  it('knows after a save what the next change is made from', () => {
    const known = { isActive: false, jobFetchType: 'awaiting_payment' } as const
    const answer = { ...saved, isActive: true }
    expect(knownSince(known, { isActive: true }, answer)).toEqual({ ...known, isActive: true })
  })
  it('tells a clash with another window from other failures', () => {
    const refused = new ApiError(409, '', { code: 'changed_elsewhere' })
    expect([changedElsewhere(refused), changedElsewhere(new Error())]).toEqual([true, false])
  })
  it('keeps what was changed while a save was under way', () => {
    expect(
      remaining(
        { isActive: false, jobFetchType: 'completed' },
        { isActive: true, jobFetchType: 'completed' },
      ),
    ).toEqual({
      isActive: false,
    })
    expect(remaining({ isActive: true }, { isActive: true })).toEqual({})
  })
  it('drops the bank account when another company is chosen', () => {
    expect(withEdit(saved, {}, { fikenCompanySlug: 'hytta-da' })).toEqual({
      fikenCompanySlug: 'hytta-da',
      fikenBankAccountCode: '',
    })
    expect(withEdit(saved, {}, { fikenCompanySlug: 'ror-as' })).toEqual({
      fikenCompanySlug: 'ror-as',
    })
  })
  it('lifts the pause when the required company is chosen', () => {
    expect(liftsPause(saved, { fikenCompanySlug: 'hytta-da' })).toBe(true)
    expect(liftsPause(saved, { isActive: true })).toBe(false)
    expect(
      liftsPause({ ...saved, requiresCompanySelection: false }, { fikenCompanySlug: 'hytta-da' }),
    ).toBe(false)
  })
})

describe('the company from before', () => {
  const company = { slug: 'ror-as', name: 'Rør AS', hasApiAccess: true }
  it('is proposed when the new access reaches it', () => {
    expect(formerCompany(saved, [company])).toEqual({
      slug: 'ror-as',
      name: 'Rør AS',
      gone: false,
    })
  })
  it('is said to be gone when it does not, or takes no calls', () => {
    expect(formerCompany({ ...saved, fikenCompanyName: 'Rør' }, [])).toMatchObject({
      name: 'Rør',
      gone: true,
    })
    expect(formerCompany(saved, [{ ...company, hasApiAccess: false }])?.gone).toBe(true)
  })
  it('is not called gone before the list is read', () => {
    expect(formerCompany(saved, undefined)).toMatchObject({ slug: 'ror-as', gone: false })
    expect(formerCompany({ ...saved, fikenCompanySlug: null }, [company])).toBeNull()
  })
})

describe('what may be done', () => {
  it('tests Fiken only when connected with a company', () => {
    expect([
      hasCompany(true, 'ror-as'),
      hasCompany(true, ''),
      hasCompany(true, null),
      hasCompany(false, 'ror-as'),
    ]).toEqual([true, false, false, false])
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
  it('keeps its time of day when the same date is typed again', () => {
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
    expect(pauseOf({ ...on, requiresCompanySelection: true }, { ...both, fiken: false })).toBe(
      'fiken',
    )
    expect(pauseOf(on, { ...both, servicem8: false })).toBe('servicem8')
    expect(pauseOf({ ...on, isActive: false, requiresCompanySelection: true }, both)).toBeNull()
  })
})
