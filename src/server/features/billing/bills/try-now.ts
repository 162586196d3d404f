import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { pauseLane } from '../../connections/pause.ts'
import { connectionOf } from '../../connections/queries.ts'
import { BILLING, BILLING_LANE } from '../queue-name.ts'
import { readSettings } from '../settings-store.ts'
import { endBillWaits } from '../bill-store.ts'

/**
 * Makes postponed bills due now, ends the pause of the lane that sends them (decision 0012), and
 * returns their number.
 */
export async function tryBillsNow({ db, clock, queue }: Platform): Promise<number> {
  const waited = await endBillWaits(db, instant(clock))
  const { adminUserId } = await readSettings(db)
  const fiken = adminUserId === null ? null : await connectionOf(db, adminUserId, 'fiken')
  if (waited > 0 && fiken?.lane && fiken.pausedUntil) await pauseLane(db, fiken.lane, null)
  queue.wake(BILLING, BILLING_LANE)
  return waited
}
