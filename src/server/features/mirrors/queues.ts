import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueName, type LaneQueue } from '../../platform/queue/queue.ts'
import { REFRESHES } from './schedule.ts'
import { backlogOfCompanies, dueCompanies } from '../appointments/due.ts'
import { refreshMirrors } from './refresh.ts'

export const MIRROR = queueName('mirror')

/**
 * Returns the queue that refreshes the mirrors, with one lane per company. Waking a lane refreshes
 * the company's mirrors immediately; the periodic check refreshes mirrors that have reached their
 * maximum age.
 */
export function mirrorQueue(platform: Platform): LaneQueue {
  return {
    name: MIRROR,
    // A run spends about fifteen seconds waiting for vendors that respond in 300 ms, and ten
    // thousand users need eleven runs a second.
    concurrency: 200,
    // Enough for about 2 000 of Fiken's pages.
    longestRunMs: 10 * 60_000,
    drain: async (companyId, signal) => {
      await refreshMirrors(platform, companyId, { signal })
    },
    due: (limit) => dueCompanies(platform.db, REFRESHES, instant(platform.clock), limit),
    backlog: () => backlogOfCompanies(platform.db, REFRESHES, instant(platform.clock)),
  }
}
