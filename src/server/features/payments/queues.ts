import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { backlogOfCompanies, dueCompanies } from '../appointments/due.ts'
import { PAYMENTS } from './queue-name.ts'
import { lookAtPayments } from './look.ts'
import { PAYMENT_RUNS } from './schedule-store.ts'

export function paymentQueue(platform: Platform): LaneQueue {
  return {
    name: PAYMENTS,
    concurrency: 16,
    // The remaining lists are read in the next run.
    longestRunMs: 10 * 60_000,
    drain: (companyId, signal) => lookAtPayments(platform, companyId, signal),
    due: (limit) => dueCompanies(platform.db, PAYMENT_RUNS, instant(platform.clock), limit),
    backlog: () => backlogOfCompanies(platform.db, PAYMENT_RUNS, instant(platform.clock)),
  }
}
