import { describe, expect, it } from 'vitest'
import { CAUSE_CODES, CAUSES, causeOf, problem, storedCause, type Cause } from './index.ts'

describe('every cause of a failure', () => {
  it.each(CAUSE_CODES)('%s says what happened, why, and offers a way forward', (code) => {
    const cause: Cause = CAUSES[code]
    expect(cause.title).not.toMatch(/[.!]$/)
    expect(cause.title.length).toBeLessThanOrEqual(50)
    expect(cause.explanation).toMatch(/\.$/)
    expect(cause.remedy.label).not.toBe('OK')
    if ('href' in cause.remedy) expect(cause.remedy.href).toMatch(/^\//)
  })
  it('is found by its stored code; an unknown code is an unexpected error', () => {
    expect(causeOf('vat_unmapped').title).toBe('MVA-satsen er ikke koblet til Fiken')
    expect(causeOf(storedCause('from_the_future'))).toBe(CAUSES.unknown)
    expect(causeOf(storedCause('toString'))).toBe(CAUSES.unknown)
    expect(causeOf(null)).toBe(CAUSES.unknown)
  })
})

describe('a problem', () => {
  it('carries its own words and the cause’s button', () => {
    expect(problem('vat_unmapped', 'Satsen «Redusert» (12 %) …', 2)).toEqual({
      code: 'vat_unmapped',
      message: 'Satsen «Redusert» (12 %) …',
      lineIndex: 2,
      remedy: CAUSES.vat_unmapped.remedy,
    })
    expect(problem('empty_job')).not.toHaveProperty('lineIndex')
  })
})
