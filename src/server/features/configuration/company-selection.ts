import type { Db } from '../../platform/database/database.ts'
import { changeConfiguration, findOrMakeConfiguration } from './store.ts'

/** Fiken was connected anew: transfers pause until the company is chosen (specification part 2 §4). */
export async function requireCompanySelection(db: Db, userId: string, at: Date): Promise<void> {
  await findOrMakeConfiguration(db, userId)
  await changeConfiguration(db, userId, { requiresCompanySelection: true }, at)
}
