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
export async function comparisonFingerprint(db: Db, userId: string, slug: string): Promise<string> {
  const { list, version } = productListVersions
  const rows = await fingerprintOf(db, [
    {
      table: productListVersions,
      key: [list, version],
      which: eq(productListVersions.userId, userId),
    },
    {
      table: servicem8TaxRates,
      key: [servicem8TaxRates.uuid],
      which: eq(servicem8TaxRates.userId, userId),
    },
    {
      table: vatMappings,
      key: [vatMappings.taxRateUuid],
      which: and(eq(vatMappings.userId, userId), eq(vatMappings.fikenCompanySlug, slug)),
    },
    {
      table: fikenCompanies,
      key: [fikenCompanies.slug],
      which: and(eq(fikenCompanies.userId, userId), eq(fikenCompanies.slug, slug)),
    },
  ])
  return `${slug} ${rows}`
}
