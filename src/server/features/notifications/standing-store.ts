import { sql } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { StoppedBills } from './bills-mail.ts'
import { isOutage } from './notification-plan.ts'

const EXAMPLES = 5

export interface StoppedTransfer {
  id: string
  jobNumber: string
  customerName: string | null
  /** The gross amount in øre; null while the job's total is not known. */
  amount: number | null
}

export interface StandingStill {
  count: number
  examples: StoppedTransfer[]
}

export async function standingStill(
  db: Db,
  companyId: string,
  cause: CauseCode,
): Promise<StandingStill> {
  const rows = await rowsOf<{
    id: string
    job_number: string
    customer_name: string | null
    amount: string | null
    n: number
  }>(
    db,
    sql`select id, job_number, customer_name, amount, count(*) over ()::int as n from transfers
        where user_id = ${companyId} and not skip_transfer
          and ((status = 'failed' and coalesce(error_code, 'unknown') = ${cause})
            or (${isOutage(cause)} and status in ('queued', 'processing') and error_code = ${cause})
            or (${cause} = 'recipient_ambiguous' and status = 'pending' and pending_reason = 'ambiguous_customer'))
        order by created_at desc, id desc limit ${EXAMPLES}`,
  )
  return {
    count: rows[0]?.n ?? 0,
    examples: rows.map((row) => ({
      id: row.id,
      jobNumber: row.job_number,
      customerName: row.customer_name,
      amount: row.amount === null ? null : Number(row.amount),
    })),
  }
}

/** Counts the transfers that continue automatically once the vendor is connected again. */
export async function countQueued(db: Db, companyId: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    db,
    sql`select count(*)::int as n from transfers
        where user_id = ${companyId} and not skip_transfer and status in ('queued', 'processing')`,
  )
  return row?.n ?? 0
}

/** Returns a month's failed bills to all customers; empty unless this company sends the bills. */
export async function stoppedBills(
  db: Db,
  companyId: string,
  month: string,
): Promise<StoppedBills> {
  const rows = await rowsOf<{ name: string | null; message: string | null; n: number }>(
    db,
    sql`select b.recipient->>'name' as name, b.message, count(*) over ()::int as n
        from subscription_settings s join subscription_bills b on b.status = 'failed'
        where s.admin_user_id = ${companyId} and b.month = ${month}
        order by b.updated_at desc, b.id limit ${EXAMPLES}`,
  )
  return {
    count: rows[0]?.n ?? 0,
    examples: rows.map(({ name, message }) => ({ name, message: message ?? '' })),
  }
}

export async function countWaitingBills(db: Db, companyId: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    db,
    sql`select count(*)::int as n from subscription_settings s
        join subscription_bills b on b.status = 'queued'
        where s.admin_user_id = ${companyId} and s.billing_enabled`,
  )
  return row?.n ?? 0
}
