import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { PAYMENTS } from './queue-name.ts'
import { makeDueAgain } from './store.ts'

/**
 * ServiceM8 has been connected again, perhaps with a permission that was missing: what was refused
 * for lack of it is reported after all.
 */
export async function retryAfterReconnect(platform: Platform, userId: string): Promise<void> {
  const again = await makeDueAgain(platform.db, userId, instant(platform.clock))
  if (again) platform.queue.wake(PAYMENTS, userId)
}
