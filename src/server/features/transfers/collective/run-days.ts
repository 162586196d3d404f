import { randomUUID } from 'node:crypto'
import { osloInstant, today } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { moveOn } from '../../collective/choose.ts'
import { dueChoices, type CollectiveChoice } from '../../collective/queries.ts'
import { wakeLaneOf } from '../actions/resume.ts'
import { countOnTheirWay } from './gathered-queries.ts'
import { startSet } from './gathered-store.ts'

/**
 * The days of a user that have come: what waits becomes a set, and the customer's next day moves on, both
 * or neither. A day that was missed is made up for once; what is completed from now on waits for the
 * next.
 */
export async function runDays(platform: Platform, userId: string): Promise<void> {
  const now = instant(platform.clock)
  const date = today(now)
  for (const choice of await dueChoices(platform.db, userId, date)) {
    if (await waitsForLate(platform, userId, choice, now)) continue
    await platform.db.transaction(async (tx) => {
      if (!(await moveOn(tx, userId, choice, date))) return
      const how = { run: randomUUID(), now, askedWhileOff: false }
      await startSet(tx, userId, { clientUuid: choice.clientUuid }, how)
    })
  }
  wakeLaneOf(platform, userId)
}

/** Until then, what was completed before and is still on its way is waited for. */
const LATEST_HOUR = 12

/** A job is not left for the next month because a vendor was down in the night. */
async function waitsForLate(
  { db }: Platform,
  userId: string,
  { clientUuid, nextOn }: CollectiveChoice,
  now: Date,
): Promise<boolean> {
  if (nextOn === null || now >= osloInstant(nextOn, LATEST_HOUR)) return false
  return (await countOnTheirWay(db, userId, clientUuid)) > 0
}
