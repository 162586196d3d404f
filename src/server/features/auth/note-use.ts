import type { HiddenUntilUsed } from '#shared/contracts/auth'
import type { Db } from '../../platform/database/database.ts'
import { addUse } from './company-store.ts'

/** Stores that the company has used this part of the product, which is shown from then on. */
export async function noteUse(db: Db, companyId: string, part: HiddenUntilUsed): Promise<void> {
  await addUse(db, companyId, part)
}
