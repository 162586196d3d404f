import { randomUUID } from 'node:crypto'
import { formatMonth } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { billUuid } from '../bill-uuid.ts'
import { insertBill, isBilled } from '../bill-store.ts'
import { recipientOf } from './recipient.ts'
import { billableMonth, momentOf, nextBilling } from '../calendar.ts'
import { emailHashes } from '../ledger-key.ts'
import { holdSettings, readSettings, type BillingSettings } from '../settings-store.ts'
import { nextStep, type Step } from './next-step.ts'
import { recordStatus } from './pass-over.ts'
import {
  holdSubscriber,
  companiesToStep,
  writeSubscription,
  type Subscriber,
} from './subscription-store.ts'

const AT_A_TIME = 100

/**
 * Takes the next step of every subscription (next-step.ts): starts, pauses or resumes the
 * subscription, and creates the current month's bill without sending it. Each subscription has a
 * separate transaction, and repeating a step is harmless. Returns the number of created bills.
 */
export async function planSubscriptions(platform: Platform, signal: AbortSignal): Promise<number> {
  const { db } = platform
  let made = 0
  let after: string | null = null
  for (;;) {
    const now = instant(platform.clock)
    const { adminUserId: except, billingEnabled } = await readSettings(db)
    if (!billingEnabled) return made
    const users: string[] = await companiesToStep(
      db,
      { now, latest: nextBilling(now) },
      { after, except, limit: AT_A_TIME },
    )
    for (const companyId of users) {
      if (signal.aborted) return made
      const step = await takeStep(platform, companyId)
      if (step === 'billed') made += 1
      if (step !== 'stays') platform.live.publish(companyId, 'billing')
    }
    after = users.at(-1) ?? null
    if (users.length < AT_A_TIME) return made
  }
}

async function takeStep(
  { db, clock, vault }: Platform,
  companyId: string,
): Promise<'billed' | 'changed' | 'stays'> {
  return db.transaction(async (tx) => {
    const settings = await holdSettings(tx)
    // The user was chosen as sender of the bills after the users had been read.
    if (settings.adminUserId === companyId) return 'stays'
    const subscriber = await holdSubscriber(tx, companyId, instant(clock))
    if (!subscriber?.subscriptionId) return 'stays'
    const { subscriptionId, email, configuredAt, changedAt } = subscriber
    const now = momentOf(instant(clock), [settings.updatedAt, configuredAt, changedAt])
    const hashes = emailHashes(vault, email)
    const month = billableMonth(now)
    const step = nextStep(
      {
        ...subscriber,
        isBilled: month !== null && (await isBilled(tx, { subscriptionId, hashes, month })),
      },
      settings,
      now,
    )
    if (step.change) await change(tx, subscriber, step.change, now)
    const billing = { subscriber, subscriptionId, hashes, settings, now }
    if (step.bill !== null && (await makeBill(tx, { ...billing, month: step.bill })))
      return 'billed'
    return step.change ? 'changed' : 'stays'
  })
}

async function change(
  tx: Db,
  { companyId, status: former }: Subscriber,
  { status, ...dates }: NonNullable<Step['change']>,
  now: Date,
): Promise<void> {
  await writeSubscription(tx, companyId, {
    ...dates,
    ...(status ? { subscriptionStatus: status } : {}),
    updatedAt: now,
  })
  if (status && status !== former) await recordStatus(tx, companyId, status, now)
}

interface Billing {
  subscriber: Subscriber
  subscriptionId: string
  hashes: [string, ...string[]]
  settings: BillingSettings
  month: string
  now: Date
}

async function makeBill(tx: Db, billing: Billing): Promise<boolean> {
  const { subscriber, subscriptionId, hashes, settings, month, now } = billing
  const { companyId } = subscriber
  const { monthlyPrice: price, productName, productDescription } = settings
  const made = await insertBill(tx, {
    id: randomUUID(),
    subscriptionId,
    companyId,
    memberNumber: companyId,
    emailHash: hashes[0],
    month,
    uuid: billUuid(subscriptionId, month, 1),
    price,
    productName,
    productDescription,
    recipient: recipientOf(subscriber),
    createdAt: now,
    updatedAt: now,
  })
  if (!made) return false
  await recordActivity(tx, {
    companyId,
    actor: null,
    type: 'integration',
    action: 'subscription_billed',
    description: `Fakturaen for ${formatMonth(month)} er på vei: ${formatKroner(price)} uten MVA`,
    success: null,
    at: now,
  })
  return true
}
