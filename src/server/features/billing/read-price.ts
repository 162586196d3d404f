import type { Db } from '../../platform/database/database.ts'
import { subscriptionSettings } from './tables.ts'

/** Until an administrator has saved a price: 500 kroner. */
const FIRST_PRICE = 50_000

/** What the service costs a month, in øre without VAT. */
export async function monthlyPrice(db: Db): Promise<number> {
  const [settings] = await db
    .select({ monthlyPrice: subscriptionSettings.monthlyPrice })
    .from(subscriptionSettings)
    .limit(1)
  return settings?.monthlyPrice ?? FIRST_PRICE
}
