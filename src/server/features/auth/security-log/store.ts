import type { Db } from '../../../platform/database/database.ts'
import { securityEvents } from '../tables.ts'

export async function insertSecurityEvent(
  db: Db,
  row: typeof securityEvents.$inferInsert,
): Promise<void> {
  await db.insert(securityEvents).values(row)
}
