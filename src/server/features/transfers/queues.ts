import { randomUUID } from 'node:crypto'
import { instant } from '../../platform/clock.ts'
import { holdersOfDueRows } from '../../platform/database/holders.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { backlogOfTransfers } from './queries.ts'
import { TRANSFER_LANE } from './lane.ts'
import { runBatch } from './delivery/batch.ts'
import { claimNext, claimWith, lanesToRun, QUEUED, requeueOrphans } from './delivery/claim-store.ts'
import { formSet } from './delivery/collective/form-set.ts'
import { runSent } from './delivery/collective/run-sent.ts'
import { runTransfer } from './delivery/deliver.ts'
import { createTimeline } from './timeline.ts'

/**
 * The longest drain in milliseconds, so that lanes share the workers fairly; the timer wakes the
 * lane again for its remaining rows.
 */
const DRAIN_MS = 60_000
/** The most transfers in a batch; transfers started later wait for the whole batch. */
const BATCH = 25

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

/**
 * Runs a lane's transfers one after another, or many of one company as a batch. The queue ensures
 * that a lane has one drain at a time, across all processes.
 */
async function drainLane(platform: Platform, lane: string, signal: AbortSignal): Promise<void> {
  await requeue(platform, lane)
  const until = platform.clock.now() + DRAIN_MS
  let served: string | undefined
  while (!signal.aborted && platform.clock.now() < until) {
    const claim = randomUUID()
    const now = instant(platform.clock)
    const row = await claimNext(platform.db, lane, claim, now, served)
    if (!row) return
    served = row.companyId
    const how = { now, count: BATCH - 1 }
    const { runsAs, rows } = await claimWith(platform.db, row, claim, how)
    platform.live.publish(row.companyId, 'transfers')
    if (runsAs === 'set') await formSet(platform, rows, claim, signal)
    else if (runsAs === 'shared_draft') await runSent(platform, rows, claim, signal)
    else if (runsAs === 'batch') await runBatch(platform, rows, claim, signal)
    else await runTransfer(platform, { row, claim, signal })
    platform.live.publish(row.companyId, 'transfers', 'stats', 'activity', 'status')
  }
}

async function requeue(platform: Platform, lane: string): Promise<void> {
  for (const row of await requeueOrphans(platform.db, lane, instant(platform.clock))) {
    const timeline = createTimeline(platform.clock)
    timeline.step('fetch', 'En avbrutt kjøring tas opp igjen', null)
    await timeline.flush(platform.db, row)
  }
}
