import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../../platform/queue/backlog.ts'
import type { Db } from '../../../platform/database/database.ts'
import { users } from '../../auth/tables.ts'
import { productRefreshes } from '../tables.ts'

export type Refresh = typeof productRefreshes.$inferSelect

const ofUser = (userId: string) => eq(productRefreshes.userId, userId)

export async function readRefresh(db: Db, userId: string): Promise<Refresh | null> {
  const [row] = await db.select().from(productRefreshes).where(ofUser(userId))
  return row ?? null
}

/** Requests the lists to be read from `now` on; a reading in progress does not count. */
export async function askRefresh(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insert(productRefreshes)
    .values({ userId, askedAt: now })
    .onConflictDoUpdate({ target: productRefreshes.userId, set: { askedAt: now } })
}

/** Ends the requests made at `began` or before. */
export async function endRefresh(
  db: Db,
  userId: string,
  began: Date,
  outcome: { problem: string | null; details: string | null },
): Promise<void> {
  await db
    .update(productRefreshes)
    .set({ endedAt: began, ...outcome })
    .where(ofUser(userId))
}

/** Returns active users with an unanswered request for the lists, those waiting longest first. */
export async function usersToRefresh(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: productRefreshes.userId })
    .from(productRefreshes)
    .innerJoin(users, and(eq(users.id, productRefreshes.userId), eq(users.isActive, true)))
    .where(
      or(isNull(productRefreshes.endedAt), lt(productRefreshes.endedAt, productRefreshes.askedAt)),
    )
    .orderBy(productRefreshes.askedAt)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** Counts the product lists to be read, of all users. */
export function backlogOfRefreshes(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select r.asked_at as since from product_refreshes r join users u on u.id = r.user_id and u.is_active
        where r.ended_at is null or r.ended_at < r.asked_at`,
  )
}
