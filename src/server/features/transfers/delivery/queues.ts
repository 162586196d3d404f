import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { LaneQueue } from '../../../platform/queue.ts'
import { backlogOfTransfers } from '../queries.ts'
import { TRANSFER_LANE } from '../queue-names.ts'
import { drainLane } from './drain.ts'
import { lanesWithDueRows } from './claim-store.ts'

export function transferQueue(platform: Platform): LaneQueue {
  return {
    name: TRANSFER_LANE,
    concurrency: 200,
    drain: (lane, signal) => drainLane(platform, lane, signal),
    due: () => lanesWithDueRows(platform.db, instant(platform.clock)),
    backlog: () => backlogOfTransfers(platform.db, instant(platform.clock)),
  }
}
