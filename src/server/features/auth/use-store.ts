import { and, eq, not, sql } from 'drizzle-orm'
import type { HiddenUntilUsed } from '#shared/contracts/auth'
import type { Db } from '../../platform/database/database.ts'
import { users } from './tables.ts'

/** Stores that the user has used this part of the product, which is shown from then on. */
export async function noteUse(db: Db, userId: string, part: HiddenUntilUsed): Promise<void> {
  await db
    .update(users)
    .set({ used: sql`array_append(${users.used}, ${part})` })
    .where(and(eq(users.id, userId), not(sql`${part} = any(${users.used})`)))
}
