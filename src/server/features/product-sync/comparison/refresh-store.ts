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

/**
 * Requests that the lists be read again. A reading that started before `now` does not fulfil the
 * request.
 */
export async function askRefresh(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insert(productRefreshes)
    .values({ userId, askedAt: now })
    .onConflictDoUpdate({ target: productRefreshes.userId, set: { askedAt: now } })
}

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

export function backlogOfRefreshes(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select r.asked_at as since from product_refreshes r join users u on u.id = r.user_id and u.is_active
        where r.ended_at is null or r.ended_at < r.asked_at`,
  )
}
