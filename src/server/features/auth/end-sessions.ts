import type { Db } from '../../platform/database/database.ts'
import { deleteSessionsOf } from './store.ts'

/**
 * Ends all of a user's sessions, for a password change, a deactivation or a deletion (rule 17).
 * @param exceptKey {@link sessionKey} of the session to keep
 * @returns the number of sessions ended
 */
export function endSessions(db: Db, userId: string, exceptKey?: string): Promise<number> {
  return deleteSessionsOf(db, userId, exceptKey)
}
