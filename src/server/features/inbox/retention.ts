import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { webhookEvents } from './tables.ts'

/**
 * Ends the keeping of events that have been dealt with. One that is still open is work, however
 * old.
 */
export async function forgetOldEvents(db: Db, before: Date): Promise<number> {
  const gone = await db
    .delete(webhookEvents)
    .where(and(lt(webhookEvents.createdAt, before), eq(webhookEvents.processed, true)))
    .returning({ id: webhookEvents.id })
  return gone.length
}
