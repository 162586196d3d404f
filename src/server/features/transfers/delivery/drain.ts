import { randomUUID } from 'node:crypto'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createTimeline } from '../timeline.ts'
import { claimNext, requeueOrphans } from './claim-store.ts'
import { runTransfer } from './deliver.ts'

/**
 * A drain yields after this long, so that lanes share the workers fairly; the tick wakes the rest
 * of the lane.
 */
const DRAIN_MS = 60_000

/**
 * Runs a lane's due transfers one after another. The queue sees to it that a lane has one drain at
 * a time, over all processes.
 */
export async function drainLane(
  platform: Platform,
  lane: string,
  signal: AbortSignal,
): Promise<void> {
  await requeue(platform, lane)
  const until = platform.clock.now() + DRAIN_MS
  while (!signal.aborted && platform.clock.now() < until) {
    const claim = randomUUID()
    const row = await claimNext(platform.db, lane, claim, instant(platform.clock))
    if (!row) return
    platform.live.publish(row.userId, 'transfers')
    await runTransfer(platform, row, claim, signal)
    platform.live.publish(row.userId, 'transfers', 'stats', 'activity', 'status')
  }
}

async function requeue(platform: Platform, lane: string): Promise<void> {
  for (const row of await requeueOrphans(platform.db, lane, instant(platform.clock))) {
    const timeline = createTimeline(platform.clock)
    timeline.step('fetch', 'En avbrutt kjøring tas opp igjen', null)
    await timeline.flush(platform.db, row)
  }
}
