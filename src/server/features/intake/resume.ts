import type { Platform } from '../../platform/platform.ts'
import { INTAKE } from '../inbox/queue-names.ts'
import { clearEventBackoff } from '../inbox/store.ts'
import { requestSweep } from './sweep.ts'

/**
 * ServiceM8 works again: the jobs that waited for it are looked at now, and a sweep finds those
 * that it did not report in the meantime.
 */
export async function resumeIntake(platform: Platform, userId: string): Promise<void> {
  await clearEventBackoff(platform.db, userId)
  platform.queue.wake(INTAKE, userId)
  await requestSweep(platform, userId)
}
