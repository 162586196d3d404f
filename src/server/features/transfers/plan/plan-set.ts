import type { NewDraft } from '#clients/fiken/types'
import type { PartReason } from '#shared/contracts/collective'
import { collectDraft, type BuiltJob } from '../../drafts/collective/collect-draft.ts'
import { partsOf, reasonsOf, type JobOfSet } from '../../drafts/collective/parts.ts'
import type { BuiltDraft } from '../../drafts/draft.ts'
import { collectiveDraftUuid } from '../../drafts/draft-uuid.ts'
import type { DescriptionSource } from '../../drafts/texts.ts'
import type { Expectation } from '../../drafts/totals-check.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { TransferRow } from '../tables.ts'

export interface SetJob {
  row: Pick<TransferRow, 'id' | 'servicem8AccountId' | 'servicem8JobId' | 'revision' | 'replaces'>
  snapshot: JobSnapshot
  recipient: string
  built: BuiltDraft
  expected: Expectation
}

export type Part<Job extends SetJob> = readonly [Job, ...Job[]]

export interface PlannedPart<Job extends SetJob> {
  jobs: Part<Job>
  draft: Omit<NewDraft, 'customerId'>
  built: BuiltDraft
  expected: Expectation
  notes: string[]
}

export interface SetSetting {
  fikenCompanySlug: string
  descriptionSource: DescriptionSource
  byPurchaseOrder: boolean
}

/**
 * Plans the drafts of a set, for a run, a preview or a forecast: the same jobs always give the same
 * drafts with the same uuids. Calls no vendor and writes nothing.
 */
export function planSet<Job extends SetJob>(
  jobs: readonly Job[],
  setting: SetSetting,
): PlannedPart<Job>[] {
  return divideSet(jobs, setting).map((part) => planPart(part, setting))
}

export function divideSet<Job extends SetJob>(
  jobs: readonly Job[],
  how: Pick<SetSetting, 'byPurchaseOrder'>,
): Part<Job>[] {
  const placed = jobs.map((job) => ({ job, ...ofSet(job) }))
  return partsOf(placed, how).map((part) => part.map(({ job }) => job) as [Job, ...Job[]])
}

export const whyDivided = (
  parts: readonly Part<SetJob>[],
  how: Pick<SetSetting, 'byPurchaseOrder'>,
): PartReason[][] =>
  reasonsOf(
    parts.map((part) => part.map(ofSet)),
    how,
  )

/** Plans one draft for all the jobs, even if they would now be divided. */
export function planPart<Job extends SetJob>(
  jobs: Part<Job>,
  { fikenCompanySlug, descriptionSource }: SetSetting,
): PlannedPart<Job> {
  const [{ row }, ...others] = jobs
  const uuid = setUuid([row, ...others.map((job) => job.row)], fikenCompanySlug)
  const { draft, net, gross, rates, expected, notes } = collectDraft({
    jobs: jobs.map(builtJob),
    uuid,
    descriptionSource,
    replaces: row.replaces,
  })
  const all = jobs.map((job) => job.built)
  const built: BuiltDraft = {
    ok: true,
    draft,
    net,
    vat: gross - net,
    gross,
    rates,
    lines: all.flatMap((one) => one.lines),
    differences: all.flatMap((one) => one.differences),
    leftOutGross: all.reduce((total, one) => total + one.leftOutGross, 0),
    rounding: all.reduce((total, one) => total + one.rounding, 0),
    notes: all.flatMap((one) => one.notes),
  }
  return { jobs, draft, built, expected, notes }
}

type Identified = Pick<TransferRow, 'servicem8AccountId' | 'servicem8JobId' | 'revision'>

export const setUuid = (
  rows: readonly [Identified, ...Identified[]],
  fikenCompanySlug: string,
): string =>
  collectiveDraftUuid({
    accountUuid: rows[0].servicem8AccountId,
    fikenCompanySlug,
    jobs: rows.map(({ servicem8JobId: jobUuid, revision }) => ({ jobUuid, revision })),
  })

export const builtJob = ({ snapshot, built, expected }: SetJob): BuiltJob => ({
  job: snapshot.job,
  fallbackPlace: snapshot.client?.address ?? '',
  built,
  expected,
})

function ofSet({ row, snapshot: { job }, recipient, built }: SetJob): JobOfSet {
  return {
    accountUuid: row.servicem8AccountId,
    jobUuid: row.servicem8JobId,
    number: job.number,
    completedOn: job.completedOn,
    recipient,
    purchaseOrder: job.purchaseOrderNumber,
    lines: built.draft.lines.length + 1,
  }
}
