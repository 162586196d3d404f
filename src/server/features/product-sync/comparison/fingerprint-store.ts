import { and, eq } from 'drizzle-orm'
import { fingerprintOf } from '../../../platform/database/fingerprint.ts'
import type { Db } from '../../../platform/database/database.ts'
import { fikenCompanies } from '../../connections/tables.ts'
import { fikenProducts, servicem8Materials, servicem8TaxRates } from '../../mirrors/tables.ts'
import { vatMappings } from '../../vat/tables.ts'
import { priceSnapshots } from '../tables.ts'

/** Is another text whenever the comparison might be another one. */
export async function comparisonFingerprint(db: Db, userId: string, slug: string): Promise<string> {
  const { materialUuid, productId } = priceSnapshots
  const rows = await fingerprintOf(db, [
    {
      table: fikenProducts,
      key: [fikenProducts.productId],
      which: and(eq(fikenProducts.userId, userId), eq(fikenProducts.fikenCompanySlug, slug)),
    },
    {
      table: servicem8Materials,
      key: [servicem8Materials.uuid],
      which: eq(servicem8Materials.userId, userId),
    },
    {
      table: priceSnapshots,
      key: [materialUuid, productId],
      which: eq(priceSnapshots.userId, userId),
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
