import { sql } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import type { JobSum } from '#shared/needs/job-sum'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { sumOf, thatNeed } from '../transfers/needs-queries.ts'

/** A number of transfers and their gross total in øre. */
export interface Sum {
  count: number
  amount: number
}

export interface WeekFacts {
  transferred: Sum
  waiting: Sum
  /** What needs the user, with its causes. */
  needs: JobSum
  causes: { cause: CauseCode | 'deposit_credited'; count: number }[]
}

/**
 * Inserts a notification with this topic for all companies whose integration is on; existing
 * notifications are kept. Returns the number of inserted notifications.
 */
export async function insertSummaries(db: Db, topic: string, now: Date): Promise<number> {
  const at = now.toISOString()
  const rows = await rowsOf(
    db,
    sql`insert into notices (user_id, topic, created_at, next_at)
        select c.user_id, ${topic}, ${at}::timestamptz, ${at}::timestamptz from configurations c join companies co on co.id = c.user_id
        where c.is_active and co.is_active on conflict do nothing returning user_id`,
  )
  return rows.length
}

/**
 * Returns a company's figures for a week, from `from` until before `until`; null when the
 * integration is off.
 */
export async function weekOf(
  db: Db,
  companyId: string,
  from: Date,
  until: Date,
): Promise<WeekFacts | null> {
  const [active] = await rowsOf(
    db,
    sql`select 1 from configurations where user_id = ${companyId} and is_active`,
  )
  if (!active) return null
  const since = from.toISOString()
  const before = until.toISOString()
  const [sums] = await rowsOf<
    Record<'done' | 'done_amount' | 'waiting' | 'waiting_amount', string>
  >(
    db,
    sql`with mine as (
          select amount, status in ('pending', 'queued', 'processing') and id not in (select id from (${thatNeed(companyId, 'act')}) needing) as waits,
            status = 'completed' and completed_at >= ${since}::timestamptz and completed_at < ${before}::timestamptz as done
          from transfers where user_id = ${companyId} and not skip_transfer)
        select count(*) filter (where done) as done, coalesce(sum(amount) filter (where done), 0) as done_amount,
          count(*) filter (where waits) as waiting, coalesce(sum(amount) filter (where waits), 0) as waiting_amount
        from mine`,
  )
  const causes = await rowsOf<WeekFacts['causes'][number]>(
    db,
    sql`select case
            when t.status = 'failed' then coalesce(t.error_code, 'unknown')
            when t.pending_reason = 'company' then 'no_company'
            when t.status = 'pending' then 'recipient_ambiguous'
            when d.payment_status = 'gone' then 'draft_deleted'
            else 'deposit_credited'
          end as cause, count(*)::int as count
        from transfers t left join documents d on d.id = t.document_id
        where t.id in (select id from (${thatNeed(companyId, 'act')}) needing) group by 1 order by 2 desc, 1`,
  )
  return {
    transferred: { count: Number(sums?.done ?? 0), amount: Number(sums?.done_amount ?? 0) },
    waiting: { count: Number(sums?.waiting ?? 0), amount: Number(sums?.waiting_amount ?? 0) },
    needs: await sumOf(db, companyId, 'act'),
    causes,
  }
}
