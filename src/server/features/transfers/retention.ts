import { and, lt, ne } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { transfers } from './tables.ts'

/**
 * Deletes transfers from before this instant, with their timelines. A run under way is left alone.
 */
export async function forgetOldTransfers(db: Db, before: Date): Promise<number> {
  const gone = await db
    .delete(transfers)
    .where(and(lt(transfers.createdAt, before), ne(transfers.status, 'processing')))
    .returning({ id: transfers.id })
  return gone.length
}
