import { scopesFor } from '#clients/servicem8/oauth'
import type { Db } from '../../platform/database/database.ts'
import { configurationOf } from './queries.ts'

/** What this user's consent asks ServiceM8 for: exactly what is used (rule 21). */
export async function servicem8Scopes(db: Db, userId: string): Promise<string[]> {
  const { writeBackPayments, attachments } = await configurationOf(db, userId)
  return scopesFor({ writesPayments: writeBackPayments, readsAttachments: attachments !== 'none' })
}
