import { sql } from 'drizzle-orm'
import type { Vendor } from '#shared/contracts/connections'
import { rowsOf, type Db } from '../../platform/database/database.ts'

export interface VendorFigures {
  vendor: Vendor
  connected: number
  expired: number
  paused: number
  waiting: number
  newJobs: number
  heardAt: Date | null
}

/**
 * The vendors' lists that are read completely. For other cursors, `completed_at` only records
 * attempts.
 */
const LISTS = sql`(values
  ('servicem8', 'clients'), ('servicem8', 'client_contacts'), ('servicem8', 'materials'), ('servicem8', 'tax_rates'),
  ('fiken', 'contacts'), ('fiken', 'products')) as lists(vendor, mirror)`

export async function vendorFigures(db: Db, now: Date): Promise<VendorFigures[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const newJobs = sql`(select count(distinct (e.user_id, e.object_id))::int from webhook_events e
    join companies co on co.id = e.user_id and co.is_active
    where not e.processed and e.attempts > 0 and e.next_attempt_at > ${at})`
  const rows = await rowsOf<Omit<VendorFigures, 'heardAt'> & { heard: Date | string | null }>(
    db,
    sql`select v.vendor, coalesce(g.connected, 0) as connected, coalesce(g.expired, 0) as expired,
          coalesce(g.paused, 0) as paused, coalesce(w.waiting, 0) as waiting,
          case when v.vendor = 'servicem8' then ${newJobs} else 0 end as "newJobs",
          greatest(h.heard, case when v.vendor = 'servicem8' then (select max(last_at) from job_sweeps) end) as heard
        from (values ('servicem8'), ('fiken')) as v(vendor)
        left join (
          select c.vendor, (count(*) filter (where c.status = 'connected'))::int as connected,
            (count(*) filter (where c.status in ('reauth_required', 'refused')))::int as expired,
            (count(distinct c.lane) filter (where c.paused_until > ${at}))::int as paused
          from connections c join companies co on co.id = c.user_id and co.is_active group by c.vendor
        ) g on g.vendor = v.vendor
        left join (
          select c.vendor, count(*)::int as waiting
          from transfers t
            join companies co on co.id = t.user_id and co.is_active
            join connections c on c.user_id = t.user_id
          where t.status in ('queued', 'processing') and not t.skip_transfer
            and (c.paused_until > ${at} or t.error_code = c.vendor || '_down')
          group by c.vendor
        ) w on w.vendor = v.vendor
        left join (
          select lists.vendor, max(m.completed_at) as heard
          from mirror_cursors m join ${LISTS} on lists.mirror = m.mirror group by lists.vendor
        ) h on h.vendor = v.vendor
        order by v.vendor desc`,
  )
  return rows.map(({ heard, ...row }) => ({
    ...row,
    heardAt: heard === null ? null : new Date(heard),
  }))
}

export interface RefusedGrants {
  vendor: Vendor
  reason: string
  grants: number
}

export async function refusedGrants(db: Db): Promise<RefusedGrants[]> {
  return rowsOf(
    db,
    sql`select vendor, refusal as reason, count(*)::int as grants from grants
        where refusal is not null group by vendor, refusal order by vendor, refusal`,
  )
}
