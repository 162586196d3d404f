import type { Job } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { recordActivityOnce } from '../activity-log/record.ts'

/** The same job is looked at again at every edit; the same reason is told once. */
const TOLD_ONCE_MS = 30 * 86_400_000

/** A completed job that gets no transfer leaves one entry that says why (decision 2). */
export async function tellSkipped(
  platform: Platform,
  userId: string,
  job: Pick<Job, 'uuid' | 'number'>,
  why: string,
  at: Date,
): Promise<void> {
  await recordActivityOnce(
    platform.db,
    {
      userId,
      type: 'transfer',
      action: 'job_skipped',
      description: `Jobb #${job.number || job.uuid.slice(-8)} overføres ikke: ${why}`,
      success: null,
      metadata: { jobUuid: job.uuid },
      at,
    },
    TOLD_ONCE_MS,
  )
}
