import { isExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Platform } from '../../platform/platform.ts'
import { openServicem8 } from '../connections/open-clients.ts'
import { allEnded, isOver } from './fetch-job.ts'

/** A job of which no draft is made as ServiceM8 has it now. */
export interface NotOver {
  jobUuid: string
  code: 'job_gone' | 'job_reopened'
}

/**
 * The first of these jobs, in their order, that is deleted or no longer completed; null when all are
 * completed. One call for each.
 *
 * @throws ExternalError, HttpError (not connected), LimiterClosed
 */
export async function findNotOver(
  platform: Platform,
  userId: string,
  jobUuids: readonly string[],
  options: { interactive: boolean; signal: AbortSignal },
): Promise<NotOver | null> {
  const { client } = await openServicem8(platform, userId, options)
  const read = jobUuids.map((jobUuid) => standingOf(client, jobUuid, options.signal))
  const found = await allEnded(read)
  return found.find((one) => one !== null) ?? null
}

async function standingOf(
  client: ServiceM8Client,
  jobUuid: string,
  signal: AbortSignal,
): Promise<NotOver | null> {
  try {
    const job = await client.jobs.get(jobUuid, signal)
    if (isOver(job)) return null
    return { jobUuid, code: job.active ? 'job_reopened' : 'job_gone' }
  } catch (error) {
    if (isExternalError(error, 'not_found')) return { jobUuid, code: 'job_gone' }
    throw error
  }
}
