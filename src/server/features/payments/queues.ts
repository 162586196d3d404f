import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue.ts'
import { PAYMENTS } from './queue-name.ts'
import { lookAtPayments } from './look.ts'
import { backlogOfPayments, usersToAskFor } from './schedule-store.ts'

/**
 * One run may take this long before others get their turn; what was not read until then is asked
 * for in the next.
 */
const LONGEST_RUN_MS = 10 * 60_000

/** A lane per user. */
export function paymentQueue(platform: Platform): LaneQueue {
  return {
    name: PAYMENTS,
    concurrency: 3,
    drain: (userId, stopping) =>
      lookAtPayments(
        platform,
        userId,
        AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_RUN_MS)]),
      ),
    due: () => usersToAskFor(platform.db, instant(platform.clock)),
    backlog: () => backlogOfPayments(platform.db, instant(platform.clock)),
  }
}
