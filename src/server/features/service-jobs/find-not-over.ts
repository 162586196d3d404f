import { isExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { stampOf } from '#clients/servicem8/time'
import type { Platform } from '../../platform/platform.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { isOver } from './fetch-job.ts'
import { listOver } from './list-over.ts'

/** A job of which no draft is made as ServiceM8 has it now. */
export interface NotOver {
  jobUuid: string
  code: 'job_gone' | 'job_reopened'
}

/**
 * One of these jobs that is deleted or no longer completed, the first in their order; null when all are
 * completed. They are asked for in one list, and one by one only where that does not show them.
 *
 * @param editedAfter none of them was completed before
 * @throws ExternalError, HttpError (not connected), LimiterClosed
 */
export async function findNotOver(
  platform: Platform,
  userId: string,
  { jobUuids, editedAfter }: { jobUuids: readonly string[]; editedAfter: Date },
  options: { interactive: boolean; signal: AbortSignal },
): Promise<NotOver | null> {
  const { client, timeZone } = await openServicem8(platform, userId, options)
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
  try {
    const job = await client.jobs.get(jobUuid, signal)
    if (isOver(job)) return null
    return job.active ? 'job_reopened' : 'job_gone'
  } catch (error) {
    if (isExternalError(error, 'not_found')) return 'job_gone'
    throw error
  }
}
