import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetOldActivity } from '../activity-log/forget-old.ts'
import { forgetOldAttempts } from '../auth/attempts.ts'
import { forgetExpiredSessions } from '../auth/end-sessions.ts'
import { forgetOldResets } from '../auth/password-reset.ts'
import { forgetOldReconciliations } from '../reconciliation/forget-old.ts'
import { forgetOldReservations } from '../reservations/forget-old.ts'
import { forgetOldTransfers } from '../transfers/forget-old.ts'
import { forgetOldEvents } from '../webhooks/forget-old.ts'
import { limitsAt } from './limits.ts'

/** Does what the privacy page promises. Each slice deletes its own. Answers how many rows went. */
export async function clean(platform: Platform): Promise<{ transfers: number; activity: number; webhooks: number }> {
  const { db } = platform
  const now = instant(platform.clock)
  const limits = limitsAt(now)
  const transfers = await forgetOldTransfers(db, limits.transfers)
  const activity = await forgetOldActivity(db, { all: limits.activity, errors: limits.errors })
  const webhooks = await forgetOldEvents(db, limits.webhooks)
  await forgetOldReconciliations(db, limits.transfers)
  await forgetOldReservations(db, limits.webhooks)
  await forgetExpiredSessions(db, now)
  await forgetOldAttempts(db, now)
  await forgetOldResets(db, now)
  return { transfers, activity, webhooks }
}
