import { lt } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import { securityEvents } from '../tables.ts'

export async function insertSecurityEvent(
  db: Db,
  row: typeof securityEvents.$inferInsert,
): Promise<void> {
  await db.insert(securityEvents).values(row)
}

export async function deleteSecurityEvents(db: Db, before: Date): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.createdAt, before))
}
