import { lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { ATTEMPTS_COUNT_FOR_MS } from './attempt-policy.ts'
import { loginAttempts } from './tables.ts'

/** Deletes attempts that no longer count; for the nightly cleaning. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db
    .delete(loginAttempts)
    .where(lt(loginAttempts.updatedAt, new Date(now.getTime() - ATTEMPTS_COUNT_FOR_MS)))
}
