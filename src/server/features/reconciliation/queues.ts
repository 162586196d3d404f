import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { RECONCILIATION } from './queue-name.ts'
import { runChecks } from './run-checks.ts'
import { backlogOfChecks, companiesWithChecks } from './store.ts'

export function reconciliationQueue(platform: Platform): LaneQueue {
  return {
    name: RECONCILIATION,
    concurrency: 4,
    drain: (companyId, signal) => runChecks(platform, companyId, signal),
    due: () => companiesWithChecks(platform.db, instant(platform.clock)),
    backlog: () => backlogOfChecks(platform.db, instant(platform.clock)),
  }
}
