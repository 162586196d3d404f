import { lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { tasks } from './tables.ts'

/** Deletes finished tasks, with their items. */
export async function forgetOldTasks(db: Db, before: Date): Promise<void> {
  await db.delete(tasks).where(lt(tasks.finishedAt, before))
}
