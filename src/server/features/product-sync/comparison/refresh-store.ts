import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../../platform/queue/backlog.ts'
import type { Db } from '../../../platform/database/database.ts'
import { companies } from '../../auth/tables.ts'
import { productRefreshes } from '../tables.ts'

export type Refresh = typeof productRefreshes.$inferSelect

const ofCompany = (companyId: string) => eq(productRefreshes.companyId, companyId)

export async function readRefresh(db: Db, companyId: string): Promise<Refresh | null> {
  const [row] = await db.select().from(productRefreshes).where(ofCompany(companyId))
  return row ?? null
}

/**
 * Requests that the lists be read again. A reading that started before `now` does not fulfil the
 * request.
 */
export async function askRefresh(db: Db, companyId: string, now: Date): Promise<void> {
  await db
    .insert(productRefreshes)
    .values({ companyId, askedAt: now })
    .onConflictDoUpdate({ target: productRefreshes.companyId, set: { askedAt: now } })
}

export async function endRefresh(
  db: Db,
  companyId: string,
  began: Date,
  outcome: { problem: string | null; details: string | null },
): Promise<void> {
  await db
    .update(productRefreshes)
    .set({ endedAt: began, ...outcome })
    .where(ofCompany(companyId))
}

export async function companiesToRefresh(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ companyId: productRefreshes.companyId })
    .from(productRefreshes)
    .innerJoin(
      companies,
      and(eq(companies.id, productRefreshes.companyId), eq(companies.isActive, true)),
    )
    .where(
      or(isNull(productRefreshes.endedAt), lt(productRefreshes.endedAt, productRefreshes.askedAt)),
    )
    .orderBy(productRefreshes.askedAt)
    .limit(limit)
  return rows.map(({ companyId }) => companyId)
}

export function backlogOfRefreshes(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select r.asked_at as since from product_refreshes r join companies co on co.id = r.user_id and co.is_active
        where r.ended_at is null or r.ended_at < r.asked_at`,
  )
}
