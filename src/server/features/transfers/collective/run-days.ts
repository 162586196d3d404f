import { randomUUID } from 'node:crypto'
import { osloInstant, today } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity, type ActivityEntry } from '../../activity-log/record.ts'
import { moveOn } from '../../collective/choose.ts'
import { dueChoices, type CollectiveChoice } from '../../collective/queries.ts'
import { wakeLaneOf } from '../lane.ts'
import { countOnTheirWay, outsideRows, type OutsideRow } from '../waiting/queries.ts'
import { startSet } from '../waiting/store.ts'
import { nameOf } from './present-job.ts'

/**
 * Turns the waiting jobs of each customer whose date has come into a set, and moves the customer's
 * next date, in one transaction. A missed date is made up for once; jobs completed later wait for
 * the next date.
 */
export async function runDays(platform: Platform, companyId: string): Promise<void> {
  const now = instant(platform.clock)
  const date = today(now)
  for (const choice of await dueChoices(platform.db, companyId, date)) {
    if (await waitsForLate(platform, companyId, choice, now)) continue
    await platform.db.transaction(async (tx) => {
      if (!(await moveOn(tx, companyId, choice, date))) return
      const how = { run: randomUUID(), now, askedWhileOff: false }
      const { clientUuid } = choice
      const { length: started } = await startSet(tx, companyId, { clientUuid }, how)
      const outside = await outsideRows(tx, companyId, [clientUuid])
      if (outside.length > 0)
        await recordActivity(tx, entryOf(outside, { companyId, started, now }))
    })
  }
  wakeLaneOf(platform, companyId)
  platform.live.publish(companyId, 'activity')
}

const MOST_NAMED = 10

/**
 * Returns the activity log entry of a set. It lists the jobs not ready for the draft, because no
 * user was present to see them.
 */
function entryOf(
  outside: readonly OutsideRow[],
  { companyId, started, now }: { companyId: string; started: number; now: Date },
): ActivityEntry {
  const named = outside.slice(0, MOST_NAMED).map((row) => nameOf(row).title)
  const more = outside.length - named.length
  const jobs = `${named.join(', ')}${more > 0 ? ` og ${more} til` : ''}`
  const name = outside[0]?.clientName ?? ''
  return {
    companyId,
    actor: null,
    type: 'transfer',
    action: 'collective_outside',
    description:
      started > 0
        ? `Samlefakturaen til ${name} lages uten ${jobs}`
        : `Det blir ingen samlefaktura til ${name} i dag. Ikke klare: ${jobs}`,
    success: null,
    at: now,
  }
}

/**
 * The hour in Oslo until which the draft waits for jobs completed earlier that are still being
 * processed.
 */
const LATEST_HOUR = 12

/**
 * Returns true while the draft waits for jobs still being processed, so that a vendor's outage
 * during the night does not postpone a job to the next month.
 */
async function waitsForLate(
  { db }: Platform,
  companyId: string,
  { clientUuid, nextOn }: CollectiveChoice,
  now: Date,
): Promise<boolean> {
  if (nextOn === null || now >= osloInstant(nextOn, LATEST_HOUR)) return false
  return (await countOnTheirWay(db, companyId, clientUuid)) > 0
}
