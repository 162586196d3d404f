import type { Job } from '#clients/servicem8/types'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { decide, type JobOrigin } from '../service-jobs/eligibility.ts'
import { jobStateOf } from '../service-jobs/job-state.ts'
import { knownStates } from '../transfers/queries.ts'
import { logSkippedJob } from './skipped-jobs.ts'

export interface Screened {
  /** What intake must fetch: new ones, and known ones that have changed. */
  toFetch: Job[]
  /** Of them, those without a transfer. */
  fresh: Job[]
  /** How many of the list may become, or are, transfers. */
  eligible: number
}

/**
 * Of the jobs on a list: those that intake must fetch. A job with a transfer is fetched when it has
 * changed since; another only if nothing on the job itself rules it out, which saves five calls for
 * every job that is not approved, paid or priced. Payments are not on the list; intake looks at
 * those.
 */
export async function screenJobs(
  platform: Platform,
  userId: string,
  jobs: readonly Job[],
  origin: JobOrigin,
): Promise<Screened> {
  const configuration = await configurationOf(platform.db, userId)
  const known = await knownStates(
    platform.db,
    userId,
    jobs.map((job) => job.uuid),
  )
  const screened: Screened = { toFetch: [], fresh: [], eligible: 0 }
  for (const job of jobs) {
    const state = known.get(job.uuid)
    if (state !== undefined) {
      screened.eligible += 1
      if (state !== null && state !== jobStateOf(job)) screened.toFetch.push(job)
      continue
    }
    const verdict = decide({ job, payments: [], configuration, origin })
    if (verdict.kind !== 'skip') {
      screened.eligible += 1
      screened.toFetch.push(job)
      screened.fresh.push(job)
    } else if (verdict.log)
      await logSkippedJob(platform, userId, job, verdict.why, instant(platform.clock))
  }
  return screened
}
