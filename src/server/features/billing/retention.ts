import { and, lt, notInArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { subscriptionBills } from './tables.ts'

/**
 * Bills that became invoices, which are in Fiken, and those that never will: what has stopped for
 * years is sent by nobody, and names its recipient.
 */
export async function forgetOldBills(db: Db, before: Date): Promise<void> {
  await db
    .delete(subscriptionBills)
    .where(
      and(
        notInArray(subscriptionBills.status, ['queued', 'ending']),
        lt(subscriptionBills.createdAt, before),
      ),
    )
}
