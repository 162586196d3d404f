import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { configurations } from './tables.ts'
import type { ConfigurationRow } from './queries.ts'

export async function changeConfiguration(
  db: Db,
  companyId: string,
  changes: Partial<Omit<ConfigurationRow, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>>,
  at: Date,
): Promise<ConfigurationRow> {
  const [row] = await db
    .update(configurations)
    .set({ ...changes, updatedAt: at })
    .where(eq(configurations.companyId, companyId))
    .returning()
  if (!row) throw new Error('There is no configuration to change')
  return row
}
