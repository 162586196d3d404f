import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { backlogOfUsers, dueUsers } from '../appointments/due.ts'
import { PAYMENTS } from './queue-name.ts'
import { lookAtPayments } from './look.ts'
import { PAYMENT_RUNS } from './schedule-store.ts'

export function paymentQueue(platform: Platform): LaneQueue {
  return {
    name: PAYMENTS,
    concurrency: 16,
    // The remaining lists are read in the next run.
    longestRunMs: 10 * 60_000,
    drain: (userId, signal) => lookAtPayments(platform, userId, signal),
    due: (limit) => dueUsers(platform.db, PAYMENT_RUNS, instant(platform.clock), limit),
    backlog: () => backlogOfUsers(platform.db, PAYMENT_RUNS, instant(platform.clock)),
  }
}
