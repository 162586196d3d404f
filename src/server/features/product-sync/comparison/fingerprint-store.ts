import { and, eq } from 'drizzle-orm'
import { fingerprintOf } from '../../../platform/database/fingerprint.ts'
import type { Db } from '../../../platform/database/database.ts'
import { fikenCompanies } from '../../connections/tables.ts'
import { servicem8TaxRates } from '../../mirrors/tables.ts'
import { vatMappings } from '../../vat/tables.ts'
import { productListVersions } from '../tables.ts'

/**
 * Returns a string that changes whenever the comparison's result might change. The string contains
 * the versions of the three long tables (product_list_versions) and all rows of the short tables.
 */
export async function comparisonFingerprint(
  db: Db,
  companyId: string,
  slug: string,
): Promise<string> {
  const { list, version } = productListVersions
  const rows = await fingerprintOf(db, [
    {
      table: productListVersions,
      key: [list, version],
      which: eq(productListVersions.companyId, companyId),
    },
    {
      table: servicem8TaxRates,
      key: [servicem8TaxRates.uuid],
      which: eq(servicem8TaxRates.companyId, companyId),
    },
    {
      table: vatMappings,
      key: [vatMappings.taxRateUuid],
      which: and(eq(vatMappings.companyId, companyId), eq(vatMappings.fikenCompanySlug, slug)),
    },
    {
      table: fikenCompanies,
      key: [fikenCompanies.slug],
      which: and(eq(fikenCompanies.companyId, companyId), eq(fikenCompanies.slug, slug)),
    },
  ])
  return `${slug} ${rows}`
}
