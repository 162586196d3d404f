import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDraftInput, builtOf } from '#test/support/draft-inputs'
import { runs } from '#test/support/size'
import { aJob } from '#test/support/vendors/vendor-objects'
import { buildDraft } from '../../drafts/draft.ts'
import { collectiveDraftUuid } from '../../drafts/draft-uuid.ts'
import { checkTotal, expectationOf } from '../../drafts/totals-check.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { divideSet, planPart, planSet, whyDivided, type SetJob } from './plan-set.ts'

const ACCOUNT = '7d9f3c52-9c13-4a43-8a33-2f0b8a2a0f01'

interface Told {
  uuid: string
  recipient: string
  order: string
  revision: number
}

function setJob({ uuid, recipient, order, revision }: Told): SetJob {
  const input = aDraftInput({ job: aJob({ uuid, number: uuid, purchaseOrderNumber: order }) })
  const built = builtOf(buildDraft(input))
  const theirs = built.lines.reduce((total, { theirGross }) => total + theirGross, 0)
  return {
    row: { id: uuid, servicem8AccountId: ACCOUNT, servicem8JobId: uuid, revision, replaces: null },
    snapshot: { job: input.job, client: null } as JobSnapshot,
    recipient,
    built,
    expected: expectationOf(built, checkTotal(built, (theirs / 100).toFixed(2))),
  }
}

const setting = (byPurchaseOrder: boolean) =>
  ({ fikenCompanySlug: 'ola-rør', descriptionSource: 'work_description', byPurchaseOrder }) as const

const told = fc.record({
  uuid: fc.uuid(),
  recipient: fc.constantFrom('1', '2', 'a recipient without a contact'),
  order: fc.constantFrom('', 'A', 'B'),
  revision: fc.nat(2),
})
const jobs = fc
  .uniqueArray(told, { selector: ({ uuid }) => uuid, minLength: 1, maxLength: 6 })
  .map((all) => all.map(setJob))

describe('the drafts of a set', () => {
  it('are the same under the same uuids, whatever order the jobs were read in', () => {
    fc.assert(
      fc.property(jobs, fc.boolean(), (set, byOrder) => {
        expect(planSet(set.toReversed(), setting(byOrder))).toEqual(planSet(set, setting(byOrder)))
      }),
      { numRuns: runs(50) },
    )
  })
  it('have each job once, and the uuid and the sums of their jobs', () => {
    fc.assert(
      fc.property(jobs, fc.boolean(), (set, byOrder) => {
        const drafts = planSet(set, setting(byOrder))
        const ids = drafts.flatMap((draft) => draft.jobs.map(({ row }) => row.id))
        expect(ids.toSorted()).toEqual(set.map(({ row }) => row.id).toSorted())
        for (const { jobs: part, draft, built, expected } of drafts) {
          const identities = part.map(({ row }) => ({
            jobUuid: row.servicem8JobId,
            revision: row.revision,
          }))
          const of = { accountUuid: ACCOUNT, fikenCompanySlug: 'ola-rør', jobs: identities }
          expect(draft.uuid).toBe(collectiveDraftUuid(of))
          expect(built.gross).toBe(part.reduce((sum, job) => sum + job.built.gross, 0))
          expect(expected.gross).toBe(built.gross)
          expect(built.net + built.vat).toBe(built.gross)
        }
      }),
      { numRuns: runs(50) },
    )
  })
  it('are one draft of the jobs that are on it, also when they would be divided now', () => {
    const set = [
      setJob({ uuid: 'job-a', recipient: '1', order: '', revision: 0 }),
      setJob({ uuid: 'job-b', recipient: '2', order: '', revision: 0 }),
    ]
    const how = setting(false)
    const parts = divideSet(set, how)
    expect(parts).toHaveLength(2)
    expect(whyDivided(parts, how)).toEqual([['recipient'], ['recipient']])
    const [one, other] = set as [SetJob, SetJob]
    expect(planPart([one, other], how).jobs).toHaveLength(2)
  })
})
