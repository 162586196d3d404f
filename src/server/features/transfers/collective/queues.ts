import { today } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import { NO_BACKLOG } from '../../../platform/queue/backlog.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { LaneQueue } from '../../../platform/queue/queue.ts'
import { companiesWithDueDays } from '../../collective/queries.ts'
import { COLLECTIVE } from './queue-name.ts'
import { runDays } from './run-days.ts'

export function collectiveQueue(platform: Platform): LaneQueue {
  return {
    name: COLLECTIVE,
    concurrency: 8,
    drain: (companyId) => runDays(platform, companyId),
    due: (limit) => companiesWithDueDays(platform.db, today(instant(platform.clock)), limit),
    // Drafts with a future date are no backlog, and drafts due today are created immediately.
    backlog: () => Promise.resolve(NO_BACKLOG),
  }
}
