import type { OwnSubscription } from '#shared/contracts/billing'
import { instant } from '../../../platform/clock.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { billsOfUser, isBilled } from '../bills/bill-store.ts'
import { missingOf, recipientOf } from '../bills/recipient.ts'
import { billableMonth } from '../calendar.ts'
import { emailHashes } from '../ledger-key.ts'
import { BILLING, BILLING_LANE } from '../queue-name.ts'
import { readSettings } from '../settings/settings-store.ts'
import { nextStep } from './next-step.ts'
import { holdSubscriber, subscriberOf, writeSubscription } from './subscription-store.ts'

/** What a user sees of the own subscription. */
export async function ownSubscription(
  { db, clock, vault }: Platform,
  userId: string,
): Promise<OwnSubscription> {
  const now = instant(clock)
  const subscriber = await subscriberOf(db, userId)
  if (!subscriber) throw notFound()
  const settings = await readSettings(db)
  const month = billableMonth(now)
  const { subscriptionId, status, heldByAdmin, integrationOn } = subscriber
  const hashes = emailHashes(vault, subscriber.email)
  const billed =
    month !== null &&
    subscriptionId !== null &&
    (await isBilled(db, { subscriptionId, hashes, month }))
  const isSeller = settings.adminUserId === userId
  const whenOn = isSeller
    ? null
    : nextStep(
        { ...subscriber, integrationOn: true, hasBeenOn: true, isBilled: billed },
        settings,
        now,
      )
  return {
    status,
    heldByAdmin,
    billingEnabled: settings.billingEnabled && !isSeller,
    monthlyPrice: settings.monthlyPrice,
    nextInvoiceDate: subscriber.nextInvoiceDate?.toISOString() ?? null,
    billedWhenSwitchedOn: integrationOn ? null : (whenOn?.bill ?? null),
    missing: missingOf(recipientOf(subscriber)),
    bills: (await billsOfUser(db, userId)).map(
      ({ month: of, status: how, price, gross, fikenInvoiceNumber }) => ({
        month: of,
        status: how,
        price,
        gross,
        invoiceNumber: fikenInvoiceNumber,
      }),
    ),
  }
}

/**
 * The user starts a cancelled subscription again: it goes on as one that was paused, so that it is
 * billed for this month if the integration is on and the month is not billed.
 *
 * @throws HttpError 409 when it is not cancelled
 */
export async function restartSubscription(
  platform: Platform,
  userId: string,
): Promise<OwnSubscription> {
  await platform.db.transaction(async (tx) => {
    const now = instant(platform.clock)
    const subscriber = await holdSubscriber(tx, userId, now)
    if (subscriber?.status !== 'cancelled')
      throw new HttpError(409, 'not_cancelled', 'Abonnementet er ikke avsluttet.')
    await writeSubscription(tx, userId, {
      subscriptionStatus: 'paused',
      heldByAdmin: false,
      updatedAt: now,
    })
    await recordActivity(tx, {
      userId,
      type: 'configuration',
      action: 'subscription_restarted',
      description: 'Abonnementet ble startet igjen',
      success: true,
      at: now,
    })
  })
  platform.queue.wake(BILLING, BILLING_LANE)
  return ownSubscription(platform, userId)
}
