import { lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { productChanges } from './tables.ts'

export async function forgetOldChanges(db: Db, before: Date): Promise<void> {
  await db.delete(productChanges).where(lt(productChanges.at, before))
}
