import type { AnswerOf } from '#shared/contract'
import type { findJobs } from '#shared/contracts/intake'

export type Found = AnswerOf<typeof findJobs>
type FoundJob = Found['jobs'][number]

export const tickedFirst = (jobs: readonly FoundJob[]): ReadonlySet<string> =>
  new Set(jobs.filter(({ paid }) => !paid).map(({ jobUuid }) => jobUuid))

/** Returns the sum of the jobs in øre; a job without a valid amount counts as 0. */
export const sumOf = (jobs: readonly FoundJob[]): number =>
  jobs.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
