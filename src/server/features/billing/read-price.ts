import type { Db } from '../../platform/database/database.ts'
import { readSettings } from './settings-store.ts'

/** Returns the monthly price of the service, in øre without VAT. */
export async function monthlyPrice(db: Db): Promise<number> {
  return (await readSettings(db)).monthlyPrice
}
