import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import { connections, webhookSubscriptions } from '../tables.ts'

export type SubscriptionRow = typeof webhookSubscriptions.$inferSelect

export async function findSubscription(db: Db, companyId: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(webhookSubscriptions)
    .where(eq(webhookSubscriptions.companyId, companyId))
  return row ?? null
}

/**
 * Stores a webhook secret before a subscription uses it. An existing secret is kept and returned.
 */
export async function ensureSecret(
  db: Db,
  row: Pick<SubscriptionRow, 'companyId' | 'secret' | 'secretHash' | 'createdAt'>,
): Promise<SubscriptionRow> {
  await db
    .insert(webhookSubscriptions)
    .values(row)
    .onConflictDoNothing({ target: webhookSubscriptions.companyId })
  const kept = await findSubscription(db, row.companyId)
  if (!kept) throw new Error('A webhook secret could not be stored: the user does not exist')
  return kept
}

export async function changeSubscription(
  db: Db,
  companyId: string,
  change: Partial<
    Pick<SubscriptionRow, 'subscriptionId' | 'active' | 'removedByUser' | 'problem' | 'checkedAt'>
  >,
): Promise<void> {
  await db
    .update(webhookSubscriptions)
    .set(change)
    .where(eq(webhookSubscriptions.companyId, companyId))
}

/**
 * Deletes the subscription's row with its secret. Webhooks to the old URL get status 410 from then
 * on.
 */
export async function deleteSubscription(db: Db, companyId: string): Promise<void> {
  await db.delete(webhookSubscriptions).where(eq(webhookSubscriptions.companyId, companyId))
}

/**
 * Returns the companies that should have a subscription: active ones with ServiceM8 connected
 * who have not deleted the subscription.
 */
export async function companiesToCheck(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`select c.user_id from ${connections} c
        join companies co on co.id = c.user_id and co.is_active
        left join ${webhookSubscriptions} s on s.user_id = c.user_id
        where c.vendor = 'servicem8' and c.status = 'connected' and coalesce(s.removed_by_user, false) = false
        order by c.user_id`,
  )
  return rows.map((row) => row.user_id)
}
