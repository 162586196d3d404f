import { instant } from '../../platform/clock.ts'
import { holdersOfDueRows } from '../../platform/database/holders.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { backlogOfTransfers } from './queries.ts'
import { TRANSFER_LANE } from './lane.ts'
import { drainLane } from './delivery/drain.ts'
import { lanesToRun, QUEUED } from './delivery/claim-store.ts'

export function transferQueue(platform: Platform): LaneQueue {
  const holders = holdersOfDueRows(QUEUED)
  return {
    name: TRANSFER_LANE,
    concurrency: 200,
    drain: (lane, signal) => drainLane(platform, lane, signal),
    due: async () => {
      const now = instant(platform.clock)
      return lanesToRun(platform.db, now, await holders(platform.db, now))
    },
    backlog: () => backlogOfTransfers(platform.db, instant(platform.clock)),
  }
}
