import { CUSTOMER_SCOPE } from '#clients/servicem8/oauth'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueName, type LaneQueue } from '../../../platform/queue/queue.ts'
import { backlogOfWrites, companiesWithDueWrites } from './billing-store.ts'
import { writeDueBilling } from './write-billing.ts'

export const CUSTOMER_WRITES = queueName('customer-writes')

export function customerWriteQueue(platform: Platform): LaneQueue {
  return {
    name: CUSTOMER_WRITES,
    concurrency: 3,
    longestRunMs: 5 * 60_000,
    drain: (companyId, signal) => writeDueBilling(platform, companyId, signal),
    due: (limit) =>
      companiesWithDueWrites(platform.db, instant(platform.clock), {
        scope: CUSTOMER_SCOPE,
        limit,
      }),
    backlog: () => backlogOfWrites(platform.db, instant(platform.clock), CUSTOMER_SCOPE),
  }
}
