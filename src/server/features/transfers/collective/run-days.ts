import { randomUUID } from 'node:crypto'
import { today } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { moveOn } from '../../collective/choose.ts'
import { dueChoices } from '../../collective/queries.ts'
import { wakeLaneOf } from '../actions/resume.ts'
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
    await platform.db.transaction(async (tx) => {
      if (!(await moveOn(tx, userId, choice, date))) return
      const how = { run: randomUUID(), now, askedWhileOff: false }
      await startSet(tx, userId, { clientUuid: choice.clientUuid }, how)
    })
  }
  wakeLaneOf(platform, userId)
}
