import type { AnswerOf } from '#shared/contract'
import type { findJobs } from '#shared/contracts/intake'

export type Found = AnswerOf<typeof findJobs>
type FoundJob = Found['jobs'][number]

/** What is paid already is chosen by a person, or not at all. */
export const tickedFirst = (jobs: readonly FoundJob[]): ReadonlySet<string> =>
  new Set(jobs.filter(({ paid }) => !paid).map(({ jobUuid }) => jobUuid))

/** Øre; a job without a readable amount counts as nothing here. */
export const sumOf = (jobs: readonly FoundJob[]): number =>
  jobs.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
