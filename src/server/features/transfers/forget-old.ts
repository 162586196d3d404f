import { and, lt, ne } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { transfers } from './tables.ts'

/** Ends the keeping of transfers from before this instant, timelines along with them. A run under way is left alone. */
export async function forgetOldTransfers(db: Db, before: Date): Promise<number> {
  const gone = await db
    .delete(transfers)
    .where(and(lt(transfers.createdAt, before), ne(transfers.status, 'processing')))
    .returning({ id: transfers.id })
  return gone.length
}
