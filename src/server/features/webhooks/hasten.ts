import type { Platform } from '../../platform/platform.ts'
import { INTAKE } from './queue-names.ts'
import { hastenEvents } from './store.ts'
import { requestSweep } from './sweep.ts'

/** ServiceM8 lives again: what waited for it is looked at now, and what we were not told meanwhile is found. */
export async function resumeIntake(platform: Platform, userId: string): Promise<void> {
  await hastenEvents(platform.db, userId)
  platform.queue.wake(INTAKE, userId)
  await requestSweep(platform, userId)
}
