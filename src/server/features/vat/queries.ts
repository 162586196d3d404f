import type { TaxRate } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import { taxRatesOf } from '../mirrors/tax-rates.ts'
import { knownCompany } from '../connections/queries.ts'
import { vatTable, type VatMapping } from './vat.ts'
import { vatCompanyOf, type VatCompany } from './vat-accounts.ts'
import { mappingsOf, ratesInUse } from './store.ts'

export {
  accountRulesOf,
  depositAccountsOf,
  keepDepositAccounts,
  ratesUsedSince,
  type DepositAccounts,
} from './store.ts'

/**
 * Returns the VAT table of a Fiken company: VAT type and accounts for each tax rate in the user's
 * ServiceM8 account, as saved or as default (rule 8). Inactive rates are included because old lines
 * refer to them.
 */
export async function vatTableOf(
  db: Db,
  companyId: string,
  company: VatCompany & { slug: string },
  rates: readonly TaxRate[],
): Promise<VatMapping[]> {
  return vatTable(rates, await mappingsOf(db, companyId, company.slug), company)
}

interface VatTable {
  rows: VatMapping[]
  company: VatCompany
  /** The rates that are active, mapped by the user, or on lines of unfinished jobs. */
  shown: Set<string>
}

/**
 * Returns the VAT table of the chosen company; without a company, the defaults for a VAT-registered
 * company.
 */
export async function readVatTable(
  db: Db,
  companyId: string,
  slug: string | null,
): Promise<VatTable> {
  const rates = await taxRatesOf(db, companyId)
  const saved = slug === null ? [] : await mappingsOf(db, companyId, slug)
  const known = slug === null ? null : await knownCompany(db, companyId, slug)
  const inUse = await ratesInUse(db, companyId)
  const company = vatCompanyOf(known)
  const rows = vatTable(rates, saved, company)
  const mapped = new Set(saved.map((mapping) => mapping.taxRateUuid))
  const retired = new Set(rates.filter((rate) => !rate.active).map((rate) => rate.uuid))
  const shown = rows
    .map((row) => row.taxRateUuid)
    .filter((uuid) => !retired.has(uuid) || mapped.has(uuid) || inUse.has(uuid))
  return { rows, company, shown: new Set(shown) }
}
