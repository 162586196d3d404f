import type { ServiceM8Client } from '#clients/servicem8/client'
import type { TaxRate } from '#clients/servicem8/types'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { saveCursor } from './cursor-store.ts'
import { followAccount } from './servicem8-sync.ts'
import { databaseTime, findCoalesced, mirrorStore } from './store.ts'
import { servicem8TaxRates } from './tables.ts'

const taxRates = mirrorStore({
  table: servicem8TaxRates,
  scope: ['companyId'],
  id: 'uuid',
  columns: ({ uuid }) => ({ uuid }),
  orderBy: ['uuid'],
})

const findTaxRates = findCoalesced(servicem8TaxRates, ['companyId'])

/**
 * Returns all tax rates, the active ones first, by name. Inactive rates are included because old
 * lines refer to them.
 */
export async function taxRatesOf(db: Db, companyId: string): Promise<TaxRate[]> {
  const rates = await findTaxRates(db, { companyId })
  return rates.sort(
    (a, b) =>
      Number(b.active) - Number(a.active) ||
      a.name.localeCompare(b.name, 'nb') ||
      a.uuid.localeCompare(b.uuid),
  )
}

/**
 * Reads all tax rates (a handful). Rates that ServiceM8 no longer lists are kept for lines that
 * refer to them.
 *
 * @throws ExternalError: `forbidden` when the grant lacks read_tax_rates; LimiterClosed
 */
export async function refreshTaxRates(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  options: { signal?: AbortSignal } = {},
): Promise<TaxRate[]> {
  const { db } = platform
  const scope = await followAccount(db, companyId, ['tax_rates'], taxRates)
  if (!scope) return []
  const askedAt = await databaseTime(db)
  await taxRates.upsertSeen(db, { companyId }, await client.taxRates.list(options.signal), askedAt)
  await saveCursor(db, companyId, 'tax_rates', scope.account, {
    cursor: '',
    completedAt: instant(platform.clock),
  })
  return taxRatesOf(db, companyId)
}
