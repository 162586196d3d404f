import { randomUUID } from 'node:crypto'
import type { Job } from '#clients/servicem8/types'
import { instant } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { clientFromMirror } from '../mirrors/clients.ts'
import { decide, type JobOrigin } from '../service-jobs/eligibility.ts'
import { columnsOfJob } from '../service-jobs/job-columns.ts'
import { jobStateOf } from '../service-jobs/job-state.ts'
import { standing } from '../transfers/outcome.ts'
import { knownStates } from '../transfers/queries.ts'
import { insertTransfer } from '../transfers/store.ts'
import { createTimeline } from '../transfers/timeline.ts'
import { logSkippedJob } from './skipped-jobs.ts'

export interface Screened {
  toFetch: Job[]
  fresh: Job[]
  eligible: number
}

/**
 * Decides which listed jobs are fetched. A job with a transfer is fetched when it has changed. Any
 * other job is fetched unless a field of the list rules it out, which saves five calls for every
 * job that is not approved, paid or priced. The list does not include payments; intake checks
 * those.
 */
export async function screenJobs(
  platform: Platform,
  companyId: string,
  jobs: readonly Job[],
  origin: JobOrigin,
): Promise<Screened> {
  const configuration = await configurationOf(platform.db, companyId)
  const known = await knownStates(
    platform.db,
    companyId,
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
      await logSkippedJob(platform, companyId, job, verdict.why, instant(platform.clock))
  }
  return screened
}

/**
 * Inserts waiting rows with the list's data. Lines, contacts and payments follow when intake has
 * fetched each job. Returns the number of new rows.
 */
export async function listFetched(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  accountUuid: string,
  jobs: readonly Job[],
): Promise<number> {
  const configuration = await configurationOf(platform.db, companyId)
  const now = instant(platform.clock)
  let made = 0
  for (const job of jobs) {
    const verdict = decide({ job, payments: [], configuration, origin: 'manual' })
    if (verdict.kind === 'skip') continue
    const row = await insertTransfer(platform.db, {
      id: randomUUID(),
      companyId,
      servicem8JobId: job.uuid,
      servicem8AccountId: accountUuid,
      // A job that may start automatically starts when intake has fetched it in full.
      ...standing({
        kind: 'waiting',
        reason: verdict.kind === 'pending' ? verdict.reason : 'fetched',
      }),
      needsFetch: true,
      ...(await columnsOfListedJob(platform.db, companyId, job, now)),
      createdAt: now,
      updatedAt: now,
    })
    if (!row) continue
    made += 1
    const timeline = createTimeline(platform.clock)
    timeline.person('intake', 'Hentet for hånd', actor)
    await timeline.flush(platform.db, row)
  }
  return made
}

export async function columnsOfListedJob(db: Db, companyId: string, job: Job, now: Date) {
  const client = job.companyUuid ? await clientFromMirror(db, companyId, job.companyUuid) : null
  return columnsOfJob({
    job,
    lines: [],
    payments: [],
    jobContacts: [],
    client: client?.client ?? null,
    headOffice: null,
    clientContacts: [],
    leftOut: [],
    fetchedAt: now.toISOString(),
  })
}
