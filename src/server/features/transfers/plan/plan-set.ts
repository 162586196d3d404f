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

/** A job of a set whose own draft has been planned without problems. */
export interface SetJob {
  row: Pick<TransferRow, 'id' | 'servicem8AccountId' | 'servicem8JobId' | 'revision' | 'replaces'>
  snapshot: JobSnapshot
  /** Equal for jobs with the same recipient. */
  recipient: string
  built: BuiltDraft
  /** The amounts that Fiken should compute for the job's own draft. */
  expected: Expectation
}

/** The jobs of one draft, in the order in which they stand on it. */
export type Part<Job extends SetJob> = readonly [Job, ...Job[]]

/** A draft of a set. */
export interface PlannedPart<Job extends SetJob> {
  jobs: Part<Job>
  /** Complete but for the customer. */
  draft: Omit<NewDraft, 'customerId'>
  /** The sums over all jobs; the notes are the jobs' own. */
  built: BuiltDraft
  expected: Expectation
  /** Norwegian sentences about what had to be shortened. */
  notes: string[]
}

/** The user's settings and the customer's choice that decide what the drafts of a set say. */
export interface SetSetting {
  fikenCompanySlug: string
  descriptionSource: DescriptionSource
  /** True when each order number gets a draft of its own. */
  byPurchaseOrder: boolean
}

/**
 * Plans the drafts of a set, for a run as for a preview or a forecast: the same jobs give the same
 * drafts under the same uuids. Asks nobody, and writes nothing.
 */
export function planSet<Job extends SetJob>(
  jobs: readonly Job[],
  setting: SetSetting,
): PlannedPart<Job>[] {
  return divideSet(jobs, setting).map((part) => planPart(part, setting))
}

/** Returns the jobs of each draft (drafts/collective/parts.ts). */
export function divideSet<Job extends SetJob>(
  jobs: readonly Job[],
  how: Pick<SetSetting, 'byPurchaseOrder'>,
): Part<Job>[] {
  const placed = jobs.map((job) => ({ job, ...ofSet(job) }))
  return partsOf(placed, how).map((part) => part.map(({ job }) => job) as [Job, ...Job[]])
}

/** Returns, for each part, why the set does not fit on one draft. */
export const whyDivided = (
  parts: readonly Part<SetJob>[],
  how: Pick<SetSetting, 'byPurchaseOrder'>,
): PartReason[][] =>
  reasonsOf(
    parts.map((part) => part.map(ofSet)),
    how,
  )

/** Plans one draft of these jobs, whether or not they would be divided now. */
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

/** Returns the uuid of the draft of these jobs, which are all of one ServiceM8 account. */
export const setUuid = (
  rows: readonly [Identified, ...Identified[]],
  fikenCompanySlug: string,
): string =>
  collectiveDraftUuid({
    accountUuid: rows[0].servicem8AccountId,
    fikenCompanySlug,
    jobs: rows.map(({ servicem8JobId: jobUuid, revision }) => ({ jobUuid, revision })),
  })

/** Returns the job as it stands on a collective draft (drafts/collective/collect-draft.ts). */
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
