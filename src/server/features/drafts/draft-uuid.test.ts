import { describe, expect, it } from 'vitest'
import { draftUuid } from './draft-uuid.ts'

const identity = {
  accountUuid: 'b1a7c9d0-0000-4000-8000-000000000001',
  fikenCompanySlug: 'solsiden-ror-as',
  jobUuid: 'c2b8d0e1-0000-4000-8000-000000000002',
  revision: 0,
}

describe('the uuid of a draft', () => {
  it('never changes: this one is set in stone', () => {
    expect(draftUuid(identity)).toBe('43baae0f-8abe-5262-a33b-3e3a00a17d92')
    expect(draftUuid({ ...identity, jobUuid: identity.jobUuid.toUpperCase() })).toBe(
      '43baae0f-8abe-5262-a33b-3e3a00a17d92',
    )
  })
  it('differs by account, company, job and revision', () => {
    const others = [
      { ...identity, accountUuid: identity.jobUuid },
      { ...identity, fikenCompanySlug: 'solsiden-ror-as-2' },
      { ...identity, jobUuid: identity.accountUuid },
      { ...identity, revision: 1 },
    ].map(draftUuid)
    expect(new Set([draftUuid(identity), ...others]).size).toBe(5)
  })
  it('is not computed from missing parts', () => {
    expect(() => draftUuid({ ...identity, accountUuid: '' })).toThrow(RangeError)
    expect(() => draftUuid({ ...identity, revision: -1 })).toThrow(
      new RangeError('A draft uuid needs account, company, job and revision'),
    )
  })
})
