import { inBackground } from '../../platform/background.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueName } from '../../platform/queue/queue.ts'
import { pauseLane } from '../connections/pause.ts'
import { connectionOf } from '../connections/queries.ts'

/** The queue of the transfers; queues.ts drains it. A lane is a Fiken user. */
export const TRANSFER_LANE = queueName('transfer-lane')

/** Wakes the company's lane in the background. Never rejects; the timer finds a lane not woken. */
export function wakeLaneOf(platform: Platform, companyId: string): void {
  const wake = async () => {
    const fiken = await connectionOf(platform.db, companyId, 'fiken')
    if (fiken?.lane) platform.queue.wake(TRANSFER_LANE, fiken.lane)
  }
  inBackground(platform.log, 'a lane was not woken; the tick will make up for it', wake())
}

/** Ends the lane's pause, so that the user's retry tests if the vendor is back (decision 0012). */
export async function tryLaneNow(platform: Platform, companyId: string): Promise<void> {
  const fiken = await connectionOf(platform.db, companyId, 'fiken')
  if (!fiken?.lane) return
  if (fiken.pausedUntil) await pauseLane(platform.db, fiken.lane, null)
  platform.queue.wake(TRANSFER_LANE, fiken.lane)
}
