import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueName, type LaneQueue } from '../../platform/queue.ts'
import { backlogOfRefreshes, usersWithOldMirrors } from './schedule.ts'
import { refreshMirrors } from './refresh.ts'

export const MIRROR = queueName('mirror')

/**
 * The longest run before others get their turn: about 2 000 of Fiken's pages. What was read until
 * then is kept.
 */
const LONGEST_RUN_MS = 10 * 60_000

/**
 * Keeps the mirrors fresh; a lane is a user. A wake-up refreshes immediately, the tick those that
 * have become old.
 */
export function mirrorQueue(platform: Platform): LaneQueue {
  return {
    name: MIRROR,
    concurrency: 3,
    drain: async (userId, stopping) => {
      await refreshMirrors(platform, userId, {
        signal: AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_RUN_MS)]),
      })
    },
    due: () => usersWithOldMirrors(platform.db, instant(platform.clock)),
    backlog: () => backlogOfRefreshes(platform.db, instant(platform.clock)),
  }
}
