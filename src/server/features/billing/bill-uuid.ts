import { v5 } from 'uuid'

/** Never change: a restored backup finds the same bill again only under the same namespace. */
const BILL_NAMESPACE = 'b41f7c52-0c1e-5d5c-8e57-3a5c0c6f9d10'

/**
 * The uuid that a month's bill carries in Fiken, its idempotency key. The same subscription, month
 * and revision always give the same.
 */
export function billUuid(subscriptionId: string, month: string, revision: number): string {
  return v5(JSON.stringify([subscriptionId.toLowerCase(), month, revision]), BILL_NAMESPACE)
}
