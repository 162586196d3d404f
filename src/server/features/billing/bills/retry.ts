import { formatMonth } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { BILLING, BILLING_LANE } from '../queue-name.ts'
import { subscriberOf } from '../subscriptions/subscription-store.ts'
import { failedBills, holdBill, writeBill, type BillChange, type BillRow } from '../bill-store.ts'
import { billUuid } from '../bill-uuid.ts'
import { recipientOf } from '../subscriptions/recipient.ts'

/**
 * Requeues a failed bill at an administrator's request. A bill that is already queued is left
 * unchanged.
 * @throws HttpError 404, 409 when the bill is invoiced, or was ended without an invoice
 */
export async function retryBill(platform: Platform, admin: Actor, id: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const bill = await holdBill(tx, id)
    if (!bill) throw notFound('Fakturaen finnes ikke.')
    if (bill.status === 'done') throw alreadyInvoiced()
    if (bill.status === 'ended' || bill.status === 'ending')
      throw new HttpError(409, 'bill_ended', 'Det er bestemt at måneden ikke faktureres.')
    if (bill.status === 'failed') await retry(platform, tx, admin, bill)
  })
  platform.queue.wake(BILLING, BILLING_LANE)
}

export const alreadyInvoiced = () =>
  new HttpError(409, 'already_invoiced', 'Måneden er fakturert allerede.')

/** Requeues all failed bills, and returns their number. */
export async function retryAllFailed(platform: Platform, admin: Actor): Promise<number> {
  const retried = await platform.db.transaction(async (tx) => {
    const bills = await failedBills(tx)
    for (const bill of bills) await retry(platform, tx, admin, bill)
    return bills.length
  })
  return retried
}

async function retry({ clock }: Platform, tx: Db, admin: Actor, bill: BillRow): Promise<void> {
  const now = instant(clock)
  await writeBill(tx, bill.id, {
    status: 'queued',
    failures: 0,
    nextAttemptAt: null,
    cause: null,
    message: null,
    ...(bill.cause === 'bill_deleted' ? sentAgain(bill) : {}),
    ...(await corrected(tx, bill)),
    updatedAt: now,
  })
  await recordActivity(tx, {
    companyId: null,
    actor: admin,
    type: 'integration',
    action: 'subscription_bill_retried',
    description: `Fakturaen til ${bill.recipient?.name ?? 'en slettet konto'} for ${formatMonth(bill.month)} prøves igjen`,
    success: null,
    at: now,
  })
}

/**
 * Returns the column values for sending a bill again after its draft was deleted without an
 * invoice, with a new revision and uuid.
 */
function sentAgain({ subscriptionId, month, revision }: BillRow): BillChange {
  return {
    revision: revision + 1,
    uuid: billUuid(subscriptionId, month, revision + 1),
    stage: 'prepare',
    draftId: null,
    companySlug: null,
    attempts: [],
    outcomeUnknown: false,
    invoiceRequest: null,
    absence: null,
  }
}

async function corrected(tx: Db, { companyId, attempts }: BillRow): Promise<BillChange> {
  if (companyId === null || attempts.length > 0) return {}
  const user = await subscriberOf(tx, companyId)
  return user ? { recipient: recipientOf(user) } : {}
}
