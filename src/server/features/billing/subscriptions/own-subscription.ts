import type { OwnSubscription } from '#shared/contracts/billing'
import { dateOf } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { billsOfCompany, isBilled } from '../bill-store.ts'
import { missingOf, recipientOf } from './recipient.ts'
import { billableMonth, momentOf, nextBilling } from '../calendar.ts'
import { emailHashes } from '../ledger-key.ts'
import { BILLING, BILLING_LANE } from '../queue-name.ts'
import { readSettings } from '../settings-store.ts'
import { nextStep } from './next-step.ts'
import { holdSubscriber, subscriberOf, writeSubscription } from './subscription-store.ts'

export async function ownSubscription(
  platform: Platform,
  companyId: string,
): Promise<OwnSubscription> {
  const { subscriber, settings, isSeller, whenOn } = await standingOf(platform, companyId)
  return {
    status: subscriber.status,
    heldByAdmin: subscriber.heldByAdmin,
    billingEnabled: settings.billingEnabled && !isSeller,
    integrationOn: subscriber.integrationOn,
    monthlyPrice: settings.monthlyPrice,
    nextInvoiceDate: subscriber.nextInvoiceDate?.toISOString() ?? null,
    billedWhenSwitchedOn: subscriber.integrationOn ? null : whenOn.bill,
    missing: missingOf(recipientOf(subscriber)),
    bills: (await billsOfCompany(platform.db, companyId)).map(
      ({ month, status, price, gross, invoiceNumber }) => ({
        month,
        status,
        price,
        gross,
        invoiceNumber,
      }),
    ),
  }
}

export interface ActivationPrice {
  /** The price in øre without VAT. */
  monthlyPrice: number
  billingEnabled: boolean
  /** The month that is billed immediately, yyyy-mm; null when no month is billed immediately. */
  billedNow: string | null
  /** The date of the next bill, yyyy-mm-dd; null when the user is not billed. */
  firstBill: string | null
}

export async function activationPrice(
  platform: Platform,
  companyId: string,
): Promise<ActivationPrice> {
  const { subscriber, settings, isSeller, whenOn } = await standingOf(platform, companyId)
  const { status, heldByAdmin } = subscriber
  const isFree =
    isSeller ||
    settings.monthlyPrice === 0 ||
    status === 'cancelled' ||
    (heldByAdmin && status !== 'active')
  const next = whenOn.change?.nextInvoiceDate ?? nextBilling(instant(platform.clock))
  return {
    monthlyPrice: settings.monthlyPrice,
    billingEnabled: settings.billingEnabled,
    billedNow: whenOn.bill,
    firstBill: isFree ? null : dateOf(next),
  }
}

async function standingOf({ db, clock, vault }: Platform, companyId: string) {
  const subscriber = await subscriberOf(db, companyId)
  if (!subscriber) throw notFound()
  const settings = await readSettings(db)
  const { subscriptionId, email, configuredAt, changedAt } = subscriber
  const now = momentOf(instant(clock), [settings.updatedAt, configuredAt, changedAt])
  const month = billableMonth(now)
  const isSeller = settings.adminUserId === companyId
  const billed =
    month !== null &&
    subscriptionId !== null &&
    (await isBilled(db, { subscriptionId, hashes: emailHashes(vault, email), month }))
  const on = { ...subscriber, integrationOn: true, hasBeenOn: true, isBilled: billed }
  const whenOn = isSeller ? { change: null, bill: null } : nextStep(on, settings, now)
  return { subscriber, settings, isSeller, whenOn }
}

/**
 * Restarts a cancelled subscription for its user. The subscription continues as if it had been
 * paused: the current month is billed if the integration is on and the month has no bill.
 * @throws HttpError 409 when the subscription is not cancelled
 */
export async function restartSubscription(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<OwnSubscription> {
  await platform.db.transaction(async (tx) => {
    const now = instant(platform.clock)
    const subscriber = await holdSubscriber(tx, companyId, now)
    if (subscriber?.status !== 'cancelled')
      throw new HttpError(409, 'not_cancelled', 'Abonnementet er ikke avsluttet.')
    await writeSubscription(tx, companyId, {
      subscriptionStatus: 'paused',
      heldByAdmin: false,
      updatedAt: now,
    })
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'configuration',
      action: 'subscription_restarted',
      description: 'Abonnementet ble startet igjen',
      success: true,
      at: now,
    })
  })
  platform.queue.wake(BILLING, BILLING_LANE)
  return ownSubscription(platform, companyId)
}
