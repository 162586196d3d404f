import { v5 } from 'uuid'

/**
 * The namespace of the drafts' uuids. It must never change: drafts must be found again after a
 * restore or a new registration.
 */
const DRAFT_NAMESPACE = '6f2a1d0e-7c54-5b0a-9a3b-8d1f5e0c4b72'

export interface DraftIdentity {
  accountUuid: string
  fikenCompanySlug: string
  jobUuid: string
  /** The revision, increased only when the user has the job sent or invoiced again. */
  revision: number
}

/**
 * Returns the uuid of a job's draft in Fiken, without random parts and without our company's id.
 * The same job always gives the same uuid, so that a draft can be looked up after a lost response
 * and is never sent twice.
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
  // JSON separates the parts unambiguously, whatever characters they contain.
  return v5(
    JSON.stringify([accountUuid.toLowerCase(), fikenCompanySlug, jobUuid.toLowerCase(), revision]),
    DRAFT_NAMESPACE,
  )
}

interface CollectiveIdentity extends Omit<DraftIdentity, 'jobUuid' | 'revision'> {
  jobs: readonly Pick<DraftIdentity, 'jobUuid' | 'revision'>[]
}

/**
 * Returns the uuid of a collective draft. The same jobs with the same revisions always give the
 * same uuid, in any order. It never equals the uuid of a single job's draft.
 *
 * @throws RangeError when there are no jobs, a job occurs twice, or a part of the key is missing
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
