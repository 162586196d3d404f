import { unlessGone } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { stampOf } from '#clients/servicem8/time'
import type { Job } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { isOver } from './fetch-job.ts'

/** The most pages of the list to read; if more jobs were edited, the rest are fetched singly. */
const MOST_PAGES = 3

/**
 * Returns the wanted jobs that are in ServiceM8's list of completed jobs, keyed by uuid.
 * @param editedAfter in ServiceM8's time format; the list is read from an hour earlier
 * @throws ExternalError, LimiterClosed
 */
export async function listOver(
  client: ServiceM8Client,
  wanted: ReadonlySet<string>,
  editedAfter: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, Job>> {
  const found = new Map<string, Job>()
  let pages = 0
  for await (const { rows } of client.jobs.list({ status: 'Completed', editedAfter, signal })) {
    for (const job of rows) if (wanted.has(job.uuid) && isOver(job)) found.set(job.uuid, job)
    pages += 1
    if (found.size === wanted.size || pages === MOST_PAGES) break
  }
  return found
}

export interface NotOver {
  jobUuid: string
  code: 'job_gone' | 'job_reopened'
}

/**
 * Returns the first job that is not completed; null when all are completed. The jobs are searched
 * for in one list; a job missing there is fetched individually.
 * @param editedAfter no job was completed before this time
 * @throws ExternalError, HttpError (not connected), LimiterClosed
 */
export async function findNotOver(
  platform: Platform,
  companyId: string,
  { jobUuids, editedAfter }: { jobUuids: readonly string[]; editedAfter: Date },
  options: { interactive: boolean; signal: AbortSignal },
): Promise<NotOver | null> {
  const { client, timeZone } = await openServicem8(platform, companyId, options)
  const { signal } = options
  const since = stampOf(editedAfter, timeZone)
  const over = await listOver(client, new Set(jobUuids), since, signal)
  for (const jobUuid of jobUuids) {
    if (over.has(jobUuid)) continue
    const code = await whyNotOver(client, jobUuid, signal)
    if (code !== null) return { jobUuid, code }
  }
  return null
}

async function whyNotOver(
  client: ServiceM8Client,
  jobUuid: string,
  signal: AbortSignal,
): Promise<NotOver['code'] | null> {
  const job = await unlessGone(client.jobs.get(jobUuid, signal))
  if (job && isOver(job)) return null
  return job?.active ? 'job_reopened' : 'job_gone'
}
