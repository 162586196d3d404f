import { lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { reconciliations } from './tables.ts'

/** What a check found names customers, and is kept no longer than the transfers that it is of. */
export async function forgetOldReconciliations(db: Db, before: Date): Promise<void> {
  await db.delete(reconciliations).where(lt(reconciliations.askedAt, before))
}
