import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Job } from '#clients/servicem8/types'
import { isOver } from './fetch-job.ts'

/** Where more than this has been edited in the meantime, the rest is asked for one by one. */
const MOST_PAGES = 3

/**
 * Of the wanted jobs, those that ServiceM8's list of completed jobs shows; by their uuid.
 *
 * @param editedAfter as the vendor writes time; an hour earlier is asked for
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
