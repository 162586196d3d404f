import { sql } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import type { Recurring } from '../appointments/due.ts'
import { saveCursor } from '../mirrors/cursor-store.ts'

const EVERY_MS = 60 * 60_000
const AGAIN_MS = 5 * 60_000
const SPREAD_SECONDS = 600

export async function noteRun(
  platform: Platform,
  companyId: string,
  cutShort: boolean,
): Promise<void> {
  const completedAt = new Date(platform.clock.now() - (cutShort ? EVERY_MS - AGAIN_MS : 0))
  await saveCursor(platform.db, companyId, 'payments', '', { cursor: '', completedAt })
}

const EVERY = sql`${EVERY_MS / 1_000}::float8 * interval '1 second'`

/**
 * The payment runs of active companies that have chosen a Fiken company and whose connection works
 * and is not paused. A company without a previous run is due immediately, which starts the
 * interval.
 */
export const PAYMENT_RUNS: Recurring = {
  work: 'payments',
  times: (now, among) => sql`
    select c.user_id, greatest(
        coalesce(
          r.completed_at + ${EVERY} + (abs(hashtext(c.user_id::text)) % ${SPREAD_SECONDS}) * interval '1 second',
          least(c.updated_at, ${now.toISOString()}::timestamptz)
        ),
        c.paused_until
      ) as since
    from connections c
      join companies co on co.id = c.user_id and co.is_active
      join configurations f on f.user_id = c.user_id and f.is_active and not f.requires_company_selection
      left join mirror_cursors r on r.user_id = c.user_id and r.mirror = 'payments' and r.scope = ''
    where c.vendor = 'fiken' and c.status = 'connected' and f.fiken_company_slug is not null
      and ${among(sql`c.user_id`)}`,
}
