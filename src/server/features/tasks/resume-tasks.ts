import type { Platform } from '../../platform/platform.ts'
import { TASKS } from './queue-name.ts'
import { releaseTasks } from './store.ts'

/**
 * A system has been connected, or a company chosen: what waited for it goes on, from the item at which
 * it stopped. What something else is still missing for waits again.
 */
export async function resumeTasks(platform: Platform, userId: string): Promise<void> {
  if (!(await releaseTasks(platform.db, userId))) return
  platform.queue.wake(TASKS, userId)
  platform.live.publish(userId, 'tasks')
}
