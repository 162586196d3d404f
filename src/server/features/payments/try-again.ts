import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { makeDueAgain } from './store.ts'

/** ServiceM8 has been connected anew, perhaps with a permission that was missing: what was refused for it is told after all. */
export async function tellAfterReconnect(platform: Platform, userId: string): Promise<void> {
  const again = await makeDueAgain(platform.db, userId, instant(platform.clock))
  if (again) platform.queue.wake('payments', userId)
}
