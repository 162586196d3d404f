import type { Job } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { recordActivityOnce } from '../activity-log/record.ts'

/** The time within which a skipped job is logged only once; the job is checked at every edit. */
const LOG_ONCE_MS = 30 * 86_400_000

/** Logs why a completed job gets no transfer (rule 2). */
export async function logSkippedJob(
  platform: Platform,
  companyId: string,
  job: Pick<Job, 'uuid' | 'number'>,
  why: string,
  at: Date,
  transferId?: string,
): Promise<void> {
  await recordActivityOnce(
    platform.db,
    {
      companyId,
      actor: null,
      type: 'transfer',
      action: 'job_skipped',
      description: `Jobb #${job.number || job.uuid.slice(-8)} overføres ikke: ${why}`,
      success: null,
      metadata: { jobUuid: job.uuid, ...(transferId ? { transferId } : {}) },
      at,
    },
    LOG_ONCE_MS,
  )
}
