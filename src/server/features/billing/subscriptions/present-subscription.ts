import type { AdminSubscription } from '#shared/contracts/billing'
import { recipientOf } from './recipient.ts'
import type { Subscriber } from './subscription-store.ts'

/**
 * Converts a subscription for the administrator's page.
 * @param billsUnderWay the months with a queued bill, yyyy-mm
 */
export function presentSubscription(
  subscriber: Subscriber,
  billsUnderWay: readonly string[],
): AdminSubscription {
  const iso = (date: Date | null) => date?.toISOString() ?? null
  return {
    userId: subscriber.companyId,
    name: recipientOf(subscriber).name || subscriber.email,
    email: subscriber.email,
    status: subscriber.status,
    heldByAdmin: subscriber.heldByAdmin,
    integrationOn: subscriber.integrationOn,
    billingStartDate: iso(subscriber.billingStartDate),
    lastInvoiceDate: iso(subscriber.lastInvoiceDate),
    nextInvoiceDate: iso(subscriber.nextInvoiceDate),
    billsUnderWay: [...billsUnderWay],
  }
}
