import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue.ts'
import { usersWithOldMirrors } from './mirror-schedule.ts'
import { refreshMirrors } from './refresh-mirrors.ts'

export const MIRROR = 'mirror'

/** One run may take this long before others get their turn; some 2 000 pages of Fiken's. What was read until then is kept. */
const LONGEST_RUN_MS = 10 * 60_000

/** Keeps the mirrors fresh; a lane is a user. A wake-up refreshes at once, the tick those that have become old. */
export function mirrorQueue(platform: Platform): LaneQueue {
  return {
    name: MIRROR,
    concurrency: 3,
    drain: async (userId, stopping) => {
      await refreshMirrors(platform, userId, { signal: AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_RUN_MS)]) })
    },
    due: () => usersWithOldMirrors(platform.db, instant(platform.clock)),
  }
}
