import { scopesFor } from '#clients/servicem8/oauth'
import { configurationOf } from '../configuration/read-configuration.ts'
import type { Db } from '../../platform/database/database.ts'

/** What this user's consent asks ServiceM8 for: exactly what is used (decision 21). */
export async function servicem8Scopes(db: Db, userId: string): Promise<string[]> {
  const { writeBackPayments } = await configurationOf(db, userId)
  return scopesFor({ writesPayments: writeBackPayments })
}
