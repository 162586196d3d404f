import { lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { unapprovedJobs } from './tables.ts'

/** Jobs that were not approved, and that no look or list has shown since. */
export async function forgetOldUnapproved(db: Db, before: Date): Promise<void> {
  await db.delete(unapprovedJobs).where(lt(unapprovedJobs.notedAt, before))
}
