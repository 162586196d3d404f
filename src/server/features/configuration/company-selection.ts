import type { Db } from '../../platform/database/database.ts'
import { changeConfiguration } from './store.ts'
import { configurationOf } from './queries.ts'

/** Fiken was connected again: transfers pause until the company is chosen. */
export async function requireCompanySelection(db: Db, userId: string, at: Date): Promise<void> {
  await configurationOf(db, userId)
  await changeConfiguration(db, userId, { requiresCompanySelection: true }, at)
}
