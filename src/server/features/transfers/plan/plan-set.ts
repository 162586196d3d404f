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

/** A job in a set whose own draft has been planned without problems. */
export interface SetJob {
  row: Pick<TransferRow, 'id' | 'servicem8AccountId' | 'servicem8JobId' | 'revision' | 'replaces'>
  snapshot: JobSnapshot
  /** A key that is equal for jobs with the same recipient. */
  recipient: string
  built: BuiltDraft
  /** The amounts that Fiken should compute for the job's own draft. */
  expected: Expectation
}

/** The jobs of one draft, in the draft's order. */
export type Part<Job extends SetJob> = readonly [Job, ...Job[]]

/** A planned draft of a set. */
export interface PlannedPart<Job extends SetJob> {
  jobs: Part<Job>
  /** The complete draft except for the customer. */
  draft: Omit<NewDraft, 'customerId'>
  /** The sums over all jobs; the notes are the individual jobs' notes. */
  built: BuiltDraft
  expected: Expectation
  /** Norwegian sentences about texts that had to be shortened. */
  notes: string[]
}

/** The user's settings and the customer's choice that decide the content of a set's drafts. */
export interface SetSetting {
  fikenCompanySlug: string
  descriptionSource: DescriptionSource
  /** True when each order number gets a separate draft. */
  byPurchaseOrder: boolean
}

/**
 * Plans a set's drafts for a run, a preview or a forecast: the same jobs always give the same
 * drafts with the same uuids. Calls no vendor and writes nothing.
 */
export function planSet<Job extends SetJob>(
  jobs: readonly Job[],
  setting: SetSetting,
): PlannedPart<Job>[] {
  return divideSet(jobs, setting).map((part) => planPart(part, setting))
}

/** Divides a set's jobs into drafts (drafts/collective/parts.ts). */
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

/** Plans one draft of these jobs, even if they would now be divided. */
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

/** Returns the uuid of the jobs' shared draft; all jobs belong to one ServiceM8 account. */
export const setUuid = (
  rows: readonly [Identified, ...Identified[]],
  fikenCompanySlug: string,
): string =>
  collectiveDraftUuid({
    accountUuid: rows[0].servicem8AccountId,
    fikenCompanySlug,
    jobs: rows.map(({ servicem8JobId: jobUuid, revision }) => ({ jobUuid, revision })),
  })

/** Returns a job in the form used for a collective draft (drafts/collective/collect-draft.ts). */
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
