import type { Material } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import { netAmount } from '../products/net-price.ts'
import { readVatTable } from '../vat/queries.ts'
import { NO_RATE, resolveVat, type ResolvedVat } from '../vat/vat.ts'

type Rated = Pick<Material, 'taxRateUuid'>
type Priced = Rated & Pick<Material, 'priceIncludesTax'>

export interface ItemVat {
  vatRegistered: boolean
  /**
   * Returns the VAT in percent that the item's prices include, "0" if they exclude VAT; null when
   * unknown.
   */
  percentIn: (item: Priced) => string | null
  /**
   * Returns the net øre of an amount in kroner as written on the item; null when the amount cannot
   * be parsed or the VAT rate is unknown.
   */
  netOf: (item: Priced, kroner: string) => number | null
  /**
   * Returns the VAT type and account for a product made from the item, as goods or as a service
   * (rule 8).
   */
  bookedOn: (item: Rated, as: { service: boolean }) => ResolvedVat
  /**
   * Returns the uuid of the active ServiceM8 tax rate with this VAT type in Fiken, the default rate
   * first; null when there is none.
   */
  rateFor: (vatType: string) => string | null
}

export async function itemVat(db: Db, companyId: string, slug: string): Promise<ItemVat> {
  const { rows, company, shown } = await readVatTable(db, companyId, slug)
  const byRate = new Map(rows.map((row) => [row.taxRateUuid, row]))
  const standard = rows.find((row) => row.isDefault)
  // An item without a tax rate has the account's default rate (ServiceM8 reference §6.3).
  const rowOf = ({ taxRateUuid }: Rated) =>
    taxRateUuid === null ? standard : byRate.get(taxRateUuid)
  const percentIn = (item: Priced) => (item.priceIncludesTax ? (rowOf(item)?.percent ?? null) : '0')
  return {
    vatRegistered: company.vatRegistered,
    percentIn,
    netOf: (item, kroner) => {
      const percent = percentIn(item)
      return percent === null ? null : netAmount(kroner, percent)
    },
    bookedOn: (item, { service }) => resolveVat(rowOf(item), { company, service }),
    rateFor: (vatType) => {
      const alike = rows.filter((row) => row.vatType === vatType && shown.has(row.taxRateUuid))
      const row = alike.find(({ isDefault }) => isDefault) ?? alike[0]
      return row === undefined || row.taxRateUuid === NO_RATE ? null : row.taxRateUuid
    },
  }
}
