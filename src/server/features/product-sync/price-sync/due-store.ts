import { sql } from 'drizzle-orm'
import { PRICE_RUN } from '#shared/contracts/products/price-sync'
import type { Recurring } from '../../appointments/due.ts'

/**
 * The interval before the next attempt after reading the lists has failed, so that a vendor's
 * outage is not probed at every tick.
 */
const AGAIN_AFTER = sql`interval '15 minutes'`
const LOOK_AFTER = sql`interval '1 minute'`

/**
 * The runs of users with automatic price synchronisation. After an interruption only one run is
 * due, however many were missed. No run is due while the last run's tasks are running, a system is
 * not connected, or no company is chosen.
 */
export const PRICE_RUNS: Recurring = {
  work: 'prices',
  times: (now, among) => sql`
    select f.user_id, greatest(
        coalesce(f.last_auto_price_sync + f.auto_price_sync_interval * interval '1 minute', 'epoch'),
        case when r.problem is not null then r.asked_at + ${AGAIN_AFTER} end,
        case when exists (select 1 from tasks t
            where t.user_id = f.user_id and t.kind = ${PRICE_RUN} and t.status in ('queued', 'running'))
          then ${now.toISOString()}::timestamptz + ${LOOK_AFTER} end
      ) as since
    from configurations f
      join companies co on co.id = f.user_id and co.is_active
      left join product_refreshes r on r.user_id = f.user_id
    where f.auto_price_sync_enabled and f.fiken_company_slug is not null and not f.requires_company_selection
      and (select count(distinct c.vendor) from connections c
        where c.user_id = f.user_id and c.status = 'connected' and c.vendor in ('servicem8', 'fiken')) = 2
      and ${among(sql`f.user_id`)}`,
}
