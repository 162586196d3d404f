import { and, lt, ne, not, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { transfers } from './tables.ts'

/**
 * Deletes transfers from before this instant, with their timelines. A run under way is left alone, and
 * the jobs of one draft go together: with fewer, what is left of it could not be told from another draft.
 */
export async function forgetOldTransfers(db: Db, before: Date): Promise<number> {
  const stays = sql`exists (select from transfers part where part.user_id = ${transfers.userId}
    and part.collective_id = ${transfers.collectiveId}
    and (part.created_at >= ${before.toISOString()}::timestamptz or part.status = 'processing'))`
  const gone = await db
    .delete(transfers)
    .where(and(lt(transfers.createdAt, before), ne(transfers.status, 'processing'), not(stays)))
    .returning({ id: transfers.id })
  return gone.length
}
