import type { Db } from '../../platform/database/database.ts'
import { deleteSessionsOf } from './store.ts'

/**
 * Ends a user's sessions everywhere: on password change, deactivation, deletion (rule 17).
 * `exceptKey` ({@link sessionKey} of the request) keeps the one in which the change was made. Returns
 * how many have ended.
 */
export function endSessions(db: Db, userId: string, exceptKey?: string): Promise<number> {
  return deleteSessionsOf(db, userId, exceptKey)
}
