import type { ServiceM8Client } from '#clients/servicem8/client'
import type { TaxRate } from '#clients/servicem8/types'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { advanceMirror, followScope } from '../connections/mirror-cursor.ts'
import { databaseTime, servicem8Scope } from '../connections/mirror-walk.ts'
import { dropTaxRates, findTaxRates, putTaxRates } from './store.ts'

/** The account's tax rates: active ones first, by name. Inactive ones are there too, since old lines still refer to them. */
export async function taxRatesOf(db: Db, userId: string): Promise<TaxRate[]> {
  const rates = await findTaxRates(db, userId)
  return rates.sort(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name, 'nb') || a.uuid.localeCompare(b.uuid),
  )
}

/**
 * Reads all tax rates (a handful). One that ServiceM8 no longer lists stays, for the lines that were written with it.
 *
 * @throws ExternalError: `forbidden` when the grant lacks read_tax_rates; GateClosed
 */
export async function refreshTaxRates(
  platform: Platform,
  userId: string,
  client: ServiceM8Client,
  options: { signal?: AbortSignal } = {},
): Promise<TaxRate[]> {
  const { db } = platform
  const scope = await servicem8Scope(db, userId)
  if (!scope) return []
  await followScope(db, userId, ['tax_rates'], scope.account, (tx) => dropTaxRates(tx, userId))
  const askedAt = await databaseTime(db)
  await putTaxRates(db, userId, await client.taxRates.list(options.signal), askedAt)
  await advanceMirror(db, userId, 'tax_rates', scope.account, { cursor: '', completedAt: instant(platform.clock) })
  return taxRatesOf(db, userId)
}
