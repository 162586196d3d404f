import { describe, expect, it } from 'vitest'
import { collectiveDraftUuid, draftUuid } from './draft-uuid.ts'

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

describe('the uuid of a draft of several jobs', () => {
  const { accountUuid, fikenCompanySlug, jobUuid } = identity
  const other = 'c2b8d0e1-0000-4000-8000-000000000003'
  const of = (...jobs: [string, number][]) =>
    collectiveDraftUuid({
      accountUuid,
      fikenCompanySlug,
      jobs: jobs.map(([uuid, revision]) => ({ jobUuid: uuid, revision })),
    })

  it('never changes: this one is set in stone', () => {
    expect(of([jobUuid, 0], [other, 1])).toBe('bdb0b2fb-63d6-509f-9d66-ea56d39b2737')
  })
  it('is the same in whatever order the jobs come', () => {
    expect(of([other, 1], [jobUuid.toUpperCase(), 0])).toBe(of([jobUuid, 0], [other, 1]))
  })
  it('differs by the jobs and by the revision of each, and is not that of a job alone', () => {
    const all = [
      of([jobUuid, 0]),
      of([other, 0]),
      of([jobUuid, 0], [other, 0]),
      of([jobUuid, 1], [other, 0]),
      of([jobUuid, 0], [other, 1]),
      draftUuid(identity),
    ]
    expect(new Set(all).size).toBe(6)
  })
  it('is not computed of nothing, nor of a job twice', () => {
    const refusal = new RangeError('A collective draft takes each of its jobs once')
    expect(() => of()).toThrow(refusal)
    expect(() => of([jobUuid, 0], [jobUuid.toUpperCase(), 1])).toThrow(refusal)
  })
})
