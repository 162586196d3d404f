import { v5 } from 'uuid'

/** Must never change: it lets a restored backup or re-registered user find the same drafts. */
const DRAFT_NAMESPACE = '6f2a1d0e-7c54-5b0a-9a3b-8d1f5e0c4b72'

export interface DraftIdentity {
  /** The ServiceM8 account's uuid (vendor.json). */
  accountUuid: string
  fikenCompanySlug: string
  jobUuid: string
  /** Rises only by the user's act. */
  revision: number
}

/**
 * Returns the uuid of a job's draft in Fiken, with no random part and no user id. The same job
 * gives the same uuid forever, so that a lost answer is looked up and the draft never sent twice.
 */
export function draftUuid({
  accountUuid,
  fikenCompanySlug,
  jobUuid,
  revision,
}: DraftIdentity): string {
  if (
    !accountUuid ||
    !fikenCompanySlug ||
    !jobUuid ||
    !Number.isSafeInteger(revision) ||
    revision < 0
  ) {
    throw new RangeError('A draft uuid needs account, company, job and revision')
  }
  // JSON keeps the parts apart whatever characters they hold.
  return v5(
    JSON.stringify([accountUuid.toLowerCase(), fikenCompanySlug, jobUuid.toLowerCase(), revision]),
    DRAFT_NAMESPACE,
  )
}

interface CollectiveIdentity extends Omit<DraftIdentity, 'jobUuid' | 'revision'> {
  jobs: readonly Pick<DraftIdentity, 'jobUuid' | 'revision'>[]
}

/**
 * Returns the uuid of a draft of several jobs: the same jobs, each with its revision, give the same
 * uuid forever, in whatever order they come. It is never that of a single job's draft.
 *
 * @throws RangeError without jobs, when one comes twice, or when a part is missing
 */
export function collectiveDraftUuid({
  accountUuid,
  fikenCompanySlug,
  jobs,
}: CollectiveIdentity): string {
  const single = jobs.map(({ jobUuid, revision }) =>
    draftUuid({ accountUuid, fikenCompanySlug, jobUuid, revision }),
  )
  if (
    single.length === 0 ||
    new Set(jobs.map(({ jobUuid }) => jobUuid.toLowerCase())).size < jobs.length
  )
    throw new RangeError('A collective draft takes each of its jobs once')
  return v5(JSON.stringify(single.toSorted()), DRAFT_NAMESPACE)
}
