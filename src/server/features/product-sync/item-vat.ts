import type { Material } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import { netAmount } from '../products/net-price.ts'
import { readVatTable } from '../vat/queries.ts'
import { NO_RATE, resolveVat, type ResolvedVat } from '../vat/vat.ts'

type Rated = Pick<Material, 'taxRateUuid'>
type Priced = Rated & Pick<Material, 'priceIncludesTax'>

/** The VAT of ServiceM8's items by a company's VAT table. */
export interface ItemVat {
  vatRegistered: boolean
  /**
   * The percent included in the item's prices, "0" where they are without VAT; null when unknown.
   */
  percentIn: (item: Priced) => string | null
  /**
   * The net øre of an amount in kroner as written on the item; null when it or its rate cannot be
   * read.
   */
  netOf: (item: Priced, kroner: string) => number | null
  /** The VAT type and account of a product made of it, as goods or as a service (rule 8). */
  bookedOn: (item: Rated, as: { service: boolean }) => ResolvedVat
  /** The active rate in ServiceM8 with this VAT type in Fiken, the default one first. */
  rateFor: (vatType: string) => string | null
}

/** Reads the VAT of items from our copies. Makes no calls. */
export async function itemVat(db: Db, userId: string, slug: string): Promise<ItemVat> {
  const { rows, company, shown } = await readVatTable(db, userId, slug)
  const byRate = new Map(rows.map((row) => [row.taxRateUuid, row]))
  const standard = rows.find((row) => row.isDefault)
  // An item without a rate of its own has the account's default (ServiceM8 reference §6.3).
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
