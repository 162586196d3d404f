import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { configurations } from './tables.ts'
import type { ConfigurationRow } from './queries.ts'

export async function changeConfiguration(
  db: Db,
  userId: string,
  changes: Partial<Omit<ConfigurationRow, 'id' | 'userId' | 'createdAt' | 'updatedAt'>>,
  at: Date,
): Promise<ConfigurationRow> {
  const [row] = await db
    .update(configurations)
    .set({ ...changes, updatedAt: at })
    .where(eq(configurations.userId, userId))
    .returning()
  if (!row) throw new Error('There is no configuration to change')
  return row
}
