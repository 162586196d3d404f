import type { HiddenUntilUsed } from '#shared/contracts/auth'
import type { Db } from '../../platform/database/database.ts'
import { addUse } from './store.ts'

/** Stores that the user has used this part of the product, which is shown from then on. */
export async function noteUse(db: Db, userId: string, part: HiddenUntilUsed): Promise<void> {
  await addUse(db, userId, part)
}
