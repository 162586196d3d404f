import { sql } from 'drizzle-orm'
import { PRICE_RUN } from '#shared/contracts/products/price-sync'
import { rowsOf, type Db } from '../../../platform/database/database.ts'

/** After reading the lists has failed: a vendor that is away is not asked with every tick. */
const AGAIN_AFTER_MS = 15 * 60_000

/**
 * Users whose prices are to be brought in step now, those waiting longest first. However many runs
 * a standstill has cost, one is due. None is while the last one's tasks are at work, or while a
 * system is not connected or no company is chosen.
 *
 * @param userId only this one
 */
export async function usersWithPricesDue(
  db: Db,
  now: Date,
  userId: string | null = null,
): Promise<string[]> {
  const failedSince = new Date(now.getTime() - AGAIN_AFTER_MS)
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`select f.user_id
        from configurations f join users u on u.id = f.user_id and u.is_active
        where f.auto_price_sync_enabled and f.fiken_company_slug is not null and not f.requires_company_selection
          and (${userId}::uuid is null or f.user_id = ${userId}::uuid)
          and (f.last_auto_price_sync is null
            or f.last_auto_price_sync + f.auto_price_sync_interval * interval '1 minute' <= ${now.toISOString()}::timestamptz)
          and (select count(distinct c.vendor) from connections c
            where c.user_id = f.user_id and c.status = 'connected' and c.vendor in ('servicem8', 'fiken')) = 2
          and not exists (select 1 from tasks t
            where t.user_id = f.user_id and t.kind = ${PRICE_RUN} and t.status in ('queued', 'running'))
          and not exists (select 1 from product_refreshes r
            where r.user_id = f.user_id and r.problem is not null and r.asked_at > ${failedSince.toISOString()}::timestamptz)
        order by f.last_auto_price_sync nulls first
        limit 20`,
  )
  return rows.map((row) => row.user_id)
}
