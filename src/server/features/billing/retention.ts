import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { subscriptionBills } from './tables.ts'

/** Bills that became invoices; the invoices themselves are in Fiken. */
export async function forgetOldBills(db: Db, before: Date): Promise<void> {
  await db
    .delete(subscriptionBills)
    .where(and(eq(subscriptionBills.status, 'done'), lt(subscriptionBills.createdAt, before)))
}
