import { sql } from 'drizzle-orm'
import { customerDisplayName, type StoredJob } from '#shared/transfer-display'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import { BILLED_CLIENT } from '../queries.ts'

interface QueuedCustomer {
  id: string
  customer: string
  jobs: number
}

/**
 * Returns the customers that transfers wait for a choice of, the longest waiting first. One answer
 * starts all of a billed client's transfers, so that a client is listed once.
 */
export async function customerQueue(db: Db, companyId: string): Promise<QueuedCustomer[]> {
  const rows = await rowsOf<{ id: string; job: StoredJob | null; jobs: number }>(
    db,
    sql`select (array_agg(id order by created_at, id))[1] as id,
          (array_agg(servicem8_data order by created_at, id))[1] as job, count(*)::int as jobs
        from transfers
        where user_id = ${companyId} and not skip_transfer and status = 'pending' and pending_reason = 'ambiguous_customer'
        group by coalesce(${BILLED_CLIENT}, id::text) order by min(created_at), 1`,
  )
  return rows.map(({ id, job, jobs }) => ({ id, customer: customerDisplayName(job), jobs }))
}
