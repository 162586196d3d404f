import type { Comparison } from '../contracts/products/comparison.ts'
import { decimalFromOre, oreFromKroner } from '../money.ts'

export const PRODUCT_COLUMNS = {
  name: 'Navn',
  number: 'Varenummer',
  barcode: 'Strekkode',
  servicem8Price: 'Pris i ServiceM8 uten MVA',
  fikenPrice: 'Pris i Fiken uten MVA',
  servicem8Stock: 'Lager i ServiceM8',
  fikenStock: 'Lager i Fiken',
  cost: 'Kostpris uten MVA',
  margin: 'Dekningsgrad i prosent',
  servicem8Uuid: 'ServiceM8-ID',
  fikenId: 'Fiken-ID',
} as const
export type ProductColumn = keyof typeof PRODUCT_COLUMNS

type Cells = Partial<Record<ProductColumn, string>>

/** Returns a row for each product and item; "" means absent or unknown. */
export function productCsvRows(comparison: Comparison): Record<string, string>[] {
  const duplicates = [...comparison.fikenDuplicates, ...comparison.servicem8Duplicates]
  const rows: Cells[] = [
    ...comparison.matchedProducts.map((one) => ({
      name: one.name,
      number: one.fikenProductNumber,
      barcode: one.servicem8Barcode,
      servicem8Price: kroner(one.servicem8SalePrice),
      fikenPrice: ore(one.fikenPrice),
      servicem8Stock: decimal(one.servicem8Stock),
      fikenStock: decimal(one.fikenStock),
      cost: kroner(one.cost),
      margin: decimal(marginOf(one.servicem8SalePrice, one.cost)),
      servicem8Uuid: one.servicem8Uuid,
      fikenId: String(one.fikenProductId),
    })),
    ...comparison.missingInServiceM8.map((one) => ({
      name: one.name,
      number: one.productNumber,
      fikenPrice: ore(one.unitPrice),
      fikenStock: decimal(one.stockQuantity),
      fikenId: String(one.productId),
    })),
    ...comparison.missingInFiken.map((one) => ({
      name: one.name,
      number: one.item_number,
      barcode: one.barcode,
      servicem8Price: kroner(one.salePrice),
      servicem8Stock: decimal(one.quantity_in_stock),
      cost: kroner(one.cost),
      margin: decimal(marginOf(one.salePrice, one.cost)),
      servicem8Uuid: one.uuid,
    })),
    ...duplicates.flatMap(({ productNumber, products }) =>
      products.map((one) => ({
        name: one.name,
        number: productNumber,
        servicem8Price: kroner(one.price ?? null),
        fikenPrice: ore(one.unitPrice ?? null),
        servicem8Stock: decimal(one.quantity_in_stock ?? null),
        fikenStock: decimal(one.stockQuantity ?? null),
        servicem8Uuid: one.uuid ?? '',
        fikenId: one.productId === undefined ? '' : String(one.productId),
      })),
    ),
  ]
  return rows.map(inColumns)
}

const NAMES = Object.entries(PRODUCT_COLUMNS) as [ProductColumn, string][]
const inColumns = (cells: Cells) =>
  Object.fromEntries(NAMES.map(([key, name]) => [name, cells[key] ?? '']))

/**
 * Returns the margin in percent of the price, with one decimal; null if the price or cost is
 * unknown. Both must be in the same unit, without VAT.
 */
export function marginOf(price: number | null, cost: number | null): number | null {
  if (price === null || cost === null || price <= 0) return null
  return Math.round(((price - cost) / price) * 1_000) / 10
}

const decimal = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))
const ore = (value: number | null) =>
  value === null ? '' : decimalFromOre(value).replace('.', ',')
const kroner = (value: number | null) => ore(value === null ? null : oreFromKroner(value))
