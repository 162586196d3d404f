import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue.ts'
import { drainLane } from './drain-lane.ts'
import { TRANSFER_LANE } from './lane-name.ts'
import { lanesWithDueRows } from './lane-store.ts'

export function transferQueue(platform: Platform): LaneQueue {
  return {
    name: TRANSFER_LANE,
    concurrency: 200,
    drain: (lane, signal) => drainLane(platform, lane, signal),
    due: () => lanesWithDueRows(platform.db, instant(platform.clock)),
  }
}
