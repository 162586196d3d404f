import type { Db } from '../../platform/database/database.ts'
import { hasOpenEvent } from './store.ts'

/** Has ServiceM8 told of this job without anybody having looked at it since? */
export async function isRinging(db: Db, userId: string, jobUuid: string): Promise<boolean> {
  return hasOpenEvent(db, userId, jobUuid)
}
