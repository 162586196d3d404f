import type { TaxRate } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import { taxRatesOf } from '../mirrors/tax-rates.ts'
import { knownCompany } from '../connections/queries.ts'
import { vatTable, type VatCompany, type VatMapping } from './vat.ts'
import { mappingsOf, ratesInUse } from './store.ts'

export type VatMappingRow = VatMapping

/**
 * How every tax rate of the user's ServiceM8 account is written in this Fiken company: what was
 * saved, else the default (rule 8). Inactive rates too, since old lines refer to them.
 */
export async function vatTableOf(
  db: Db,
  userId: string,
  company: VatCompany & { slug: string },
  rates: readonly TaxRate[],
): Promise<VatMappingRow[]> {
  return vatTable(rates, await mappingsOf(db, userId, company.slug), company)
}

export interface VatTable {
  rows: VatMappingRow[]
  company: VatCompany
  /** Rates that a screen shows: active, mapped by the user, or on a line of a job that waits. */
  shown: Set<string>
}

/**
 * The table with what it is judged by. Without a chosen company the defaults of a VAT-registered
 * one are shown.
 */
export async function readVatTable(db: Db, userId: string, slug: string | null): Promise<VatTable> {
  const rates = await taxRatesOf(db, userId)
  const saved = slug === null ? [] : await mappingsOf(db, userId, slug)
  const known = slug === null ? null : await knownCompany(db, userId, slug)
  const inUse = await ratesInUse(db, userId)
  const company = {
    vatRegistered: known?.vatRegistered ?? true,
    accounts:
      known && known.accounts.length > 0 ? known.accounts.map((account) => account.code) : null,
  }
  const rows = vatTable(rates, saved, company)
  const mapped = new Set(saved.map((mapping) => mapping.taxRateUuid))
  const retired = new Set(rates.filter((rate) => !rate.active).map((rate) => rate.uuid))
  const shown = rows
    .map((row) => row.taxRateUuid)
    .filter((uuid) => !retired.has(uuid) || mapped.has(uuid) || inUse.has(uuid))
  return { rows, company, shown: new Set(shown) }
}
