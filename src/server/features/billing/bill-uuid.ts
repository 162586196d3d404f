import { v5 } from 'uuid'

/**
 * The namespace of the bills' uuids. It must never change: after a restore, a bill is found in
 * Fiken only by its uuid.
 */
const BILL_NAMESPACE = 'b41f7c52-0c1e-5d5c-8e57-3a5c0c6f9d10'

/**
 * Returns the uuid of a month's bill in Fiken, which serves as the idempotency key. The uuid
 * depends only on subscription, month and revision.
 */
export function billUuid(subscriptionId: string, month: string, revision: number): string {
  return v5(JSON.stringify([subscriptionId.toLowerCase(), month, revision]), BILL_NAMESPACE)
}
