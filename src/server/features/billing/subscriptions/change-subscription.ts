import type { AdminSubscription } from '#shared/contracts/billing'
import { SUBSCRIPTION_NAMES, type SubscriptionStatus } from '#shared/subscription-status'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { recipientOf } from './recipient.ts'
import { nextBilling } from '../calendar.ts'
import { holdSettings } from '../settings-store.ts'
import { presentSubscription } from './present-subscription.ts'
import {
  billsUnderWay,
  holdSubscriber,
  subscriberOf,
  writeSubscription,
} from './subscription-store.ts'

/**
 * Changes a subscription's status for an administrator. The statuses free, paused and cancelled
 * remain until an administrator changes them; the status active follows the integration again, and
 * the next bill is on the 1st.
 * @throws HttpError 404 when the account is deleted, 409 for the sender of the bills
 */
export async function changeSubscription(
  { db }: Platform,
  admin: Actor,
  companyId: string,
  status: SubscriptionStatus,
  now: Date,
): Promise<AdminSubscription> {
  return db.transaction(async (tx) => {
    const { adminUserId } = await holdSettings(tx)
    if (adminUserId === companyId)
      throw new HttpError(
        409,
        'billing_account',
        'Fakturaene lages med denne kontoen, så den faktureres ikke selv.',
      )
    const subscriber = await holdSubscriber(tx, companyId, now)
    if (!subscriber) throw notFound('Brukeren finnes ikke lenger.')
    const isActive = status === 'active'
    await writeSubscription(tx, companyId, {
      subscriptionStatus: status,
      heldByAdmin: !isActive,
      nextInvoiceDate: isActive ? (subscriber.nextInvoiceDate ?? nextBilling(now)) : null,
      ...(isActive && subscriber.status !== 'active' ? { billingStartDate: now } : {}),
      updatedAt: now,
    })
    const name = recipientOf(subscriber).name || subscriber.email
    const from = SUBSCRIPTION_NAMES[subscriber.status]
    const to = SUBSCRIPTION_NAMES[status]
    for (const [whose, actor, description] of [
      [null, admin, `Abonnementet til ${name} (${subscriber.email}): ${from} → ${to}`],
      [companyId, null, `En administrator endret abonnementet: ${from} → ${to}`],
    ] as const) {
      await recordActivity(tx, {
        companyId: whose,
        actor,
        type: 'configuration',
        action: 'subscription_changed',
        description,
        success: true,
        metadata: {
          target: { id: companyId, email: subscriber.email },
          changed: { status: { from: subscriber.status, to: status } },
        },
        at: now,
      })
    }
    const changed = await subscriberOf(tx, companyId)
    if (!changed) throw notFound('Brukeren finnes ikke lenger.')
    return presentSubscription(changed, (await billsUnderWay(tx)).get(companyId) ?? [])
  })
}
