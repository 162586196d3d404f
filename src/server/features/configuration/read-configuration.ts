import type { Db } from '../../platform/database/database.ts'
import { findOrMakeConfiguration, type ConfigurationRow } from './store.ts'

export type { ConfigurationRow } from './store.ts'

/** What the user has decided; the row is made with the specification's defaults when it is missing. */
export async function configurationOf(db: Db, userId: string): Promise<ConfigurationRow> {
  return findOrMakeConfiguration(db, userId)
}
