import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { Undrafted } from './uninvoiced.ts'

/**
 * The transfers that wait or have stopped, and have no draft in Fiken. One whose draft somebody has
 * deleted there has none, though its number is kept.
 */
export async function undraftedOf(db: Db, userId: string): Promise<Undrafted> {
  const [row] = await rowsOf<{
    waiting: number
    failed: number
    amount: string
    unknown: number
    oldest: Date | string | null
  }>(
    db,
    sql`select (count(*) filter (where status <> 'failed'))::int as waiting,
          (count(*) filter (where status = 'failed'))::int as failed,
          coalesce(sum(amount), 0) as amount,
          (count(*) filter (where amount is null))::int as unknown,
          min(job_completed_at) as oldest
        from transfer_rows
        where user_id = ${userId} and not skip_transfer
          and status in ('pending', 'queued', 'processing', 'failed')
          and ((fiken_invoice_draft_id is null and fiken_invoice_id is null) or error_code = 'draft_deleted')`,
  )
  return {
    waiting: row?.waiting ?? 0,
    failed: row?.failed ?? 0,
    ore: Number(row?.amount ?? 0),
    withoutAmount: row?.unknown ?? 0,
    oldestAt: row?.oldest ? new Date(row.oldest).toISOString() : null,
  }
}
