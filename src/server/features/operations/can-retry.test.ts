import { expect, it } from 'vitest'
import { CAUSE_CODES, CAUSES, storedCause } from '#shared/causes/index'
import { canRetry } from './can-retry.ts'

it('an operator may try again what passes, and what a new version may have mended', () => {
  for (const code of ['fiken_down', 'rate_limited', 'unknown', 'draft_refused'] as const)
    expect(canRetry(code), code).toBe(true)
})

it('what its owner must mend, confirm or connect is left to the owner', () => {
  for (const code of [
    'vat_unmapped',
    'fiken_grant_dead',
    'no_company',
    'draft_deleted',
    'checking',
  ] as const)
    expect(canRetry(code), code).toBe(false)
  const grants = CAUSE_CODES.filter((code) => CAUSES[code].kind === 'grant')
  expect(grants.filter(canRetry)).toEqual([])
})

it('a cause of another version reads as an unexpected error, which may be tried again', () => {
  expect(canRetry(storedCause('from_the_future'))).toBe(true)
})
