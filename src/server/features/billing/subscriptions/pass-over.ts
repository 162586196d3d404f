import type { SubscriptionStatus } from '#shared/subscription-status'
import type { Db } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { nextBilling } from '../calendar.ts'
import { postponeOverdue, resumePaused, type Whose } from './subscription-store.ts'

/**
 * Skips the months that could not be billed because billing was disabled, or because the account
 * itself sent the bills. The next bill of active and resumed subscriptions is on the next 1st.
 */
export async function passOver(tx: Db, whose: Whose, now: Date): Promise<void> {
  const at = { now, until: nextBilling(now) }
  await postponeOverdue(tx, whose, at)
  for (const companyId of await resumePaused(tx, whose, at))
    await recordStatus(tx, companyId, 'active', now)
}

export async function recordStatus(
  tx: Db,
  companyId: string,
  status: SubscriptionStatus,
  at: Date,
): Promise<void> {
  await recordActivity(tx, {
    companyId,
    actor: null,
    type: 'configuration',
    action: `subscription_${status}`,
    description:
      status === 'active'
        ? 'Abonnementet er aktivt'
        : 'Abonnementet er satt på pause, fordi integrasjonen er av',
    success: null,
    at,
  })
}
