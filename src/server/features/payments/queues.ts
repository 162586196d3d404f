import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { backlogOfUsers, dueUsers } from '../appointments/due.ts'
import { PAYMENTS } from './queue-name.ts'
import { lookAtPayments } from './look.ts'
import { PAYMENT_RUNS } from './schedule-store.ts'

/**
 * The longest run in milliseconds before other users get their turn; the remaining lists are read
 * in the next run.
 */
const LONGEST_RUN_MS = 10 * 60_000

export function paymentQueue(platform: Platform): LaneQueue {
  return {
    name: PAYMENTS,
    concurrency: 16,
    drain: (userId, stopping) =>
      lookAtPayments(
        platform,
        userId,
        AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_RUN_MS)]),
      ),
    due: (limit) => dueUsers(platform.db, PAYMENT_RUNS, instant(platform.clock), limit),
    backlog: () => backlogOfUsers(platform.db, PAYMENT_RUNS, instant(platform.clock)),
  }
}
