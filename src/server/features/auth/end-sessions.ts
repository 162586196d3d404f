import type { Db } from '../../platform/database/database.ts'
import { deleteExpiredSessions, deleteSessionsOf } from './store.ts'

/**
 * Ends a user's sessions everywhere: on password change, deactivation, deletion (rule 17).
 * `exceptKey` ({@link sessionKey} of the request) keeps the one in which the change was made. Returns
 * how many have ended.
 */
export function endSessions(db: Db, userId: string, exceptKey?: string): Promise<number> {
  return deleteSessionsOf(db, userId, exceptKey)
}

/** Deletes expired sessions; for the nightly cleaning. */
export async function forgetExpiredSessions(db: Db, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now)
}
