import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetOldActivity } from '../activity-log/retention.ts'
import { forgetOldBills } from '../billing/retention.ts'
import { forgetOldConfirmations } from '../auth/address/confirm-address.ts'
import { forgetOldAttempts } from '../auth/retention.ts'
import { forgetOldSecurityEvents } from '../auth/security-log/note.ts'
import { forgetExpiredSessions } from '../auth/end-sessions.ts'
import { forgetOldResets } from '../auth/password-reset.ts'
import { forgetOldChanges } from '../product-sync/retention.ts'
import { forgetOldReconciliations } from '../reconciliation/retention.ts'
import { forgetOldReservations } from '../reservations/retention.ts'
import { forgetOldTransfers } from '../transfers/retention.ts'
import { forgetOldJobParts } from '../mirrors/retention.ts'
import { forgetOldEvents } from '../inbox/retention.ts'
import { forgetOldUnapproved } from '../intake/retention.ts'
import { forgetOldTasks } from '../tasks/retention.ts'
import { limitsAt } from './limits.ts'

/** Does what the privacy page promises. Each slice deletes its own. Returns how many rows went. */
export async function clean(
  platform: Platform,
): Promise<{ transfers: number; activity: number; webhooks: number }> {
  const { db } = platform
  const now = instant(platform.clock)
  const limits = limitsAt(now)
  const transfers = await forgetOldTransfers(db, limits.transfers)
  const activity = await forgetOldActivity(db, { all: limits.activity, errors: limits.errors })
  const webhooks = await forgetOldEvents(db, limits.webhooks)
  await forgetOldReconciliations(db, limits.transfers)
  await forgetOldReservations(db, limits.webhooks)
  await forgetOldChanges(db, limits.transfers)
  await forgetOldBills(db, limits.transfers)
  await forgetOldTasks(db, limits.tasks)
  await forgetOldUnapproved(db, limits.webhooks)
  await forgetOldJobParts(db, limits.jobParts)
  await forgetExpiredSessions(db, now)
  await forgetOldAttempts(db, now)
  await forgetOldResets(db, now)
  await forgetOldConfirmations(db, now)
  await forgetOldSecurityEvents(db, limits.security)
  return { transfers, activity, webhooks }
}
