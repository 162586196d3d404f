import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { subscriptionSettings } from './tables.ts'

/** Is it this user's Fiken connection that the monthly bills are sent from? */
export async function billsFrom(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptionSettings.id })
    .from(subscriptionSettings)
    .where(eq(subscriptionSettings.adminUserId, userId))
  return rows.length > 0
}
