import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'

/**
 * This file declares the product lists of both systems side by side. Field names come from the
 * specification (part 2, §3 and §7). All prices are net (without VAT): Fiken's in øre, ServiceM8's
 * in kroner with at most two decimals. A stock of null means that the system does not track the
 * product's stock.
 */

export const NEWER = ['fiken', 'servicem8', 'unknown'] as const
export type Newer = (typeof NEWER)[number]

/**
 * The ways in which the newer side was determined. `snapshot`: by comparison with the values on
 * which both systems last agreed. `date`: by the dates on which each side was edited, which also
 * change with the stock. Null if the newer side is unknown.
 */
export const NEWER_BY = ['snapshot', 'date'] as const
export type NewerBy = (typeof NEWER_BY)[number]

const stock = z.nullable(z.number())
const kroner = z.nullable(z.number())
const ore = z.nullable(z.int())

export const matchedProduct = z.object({
  name: z.string(),
  fikenName: z.string(),
  fikenProductId: z.int(),
  fikenProductNumber: z.string(),
  fikenPrice: ore,
  fikenStock: stock,
  servicem8Uuid: z.string(),
  servicem8ItemNumber: z.string(),
  servicem8Barcode: z.string(),
  servicem8SalePrice: kroner,
  servicem8Stock: stock,
  cost: kroner,
  /** The newer side for the price, or for the stock if only the stock differs. */
  newerSource: z.enum(NEWER),
  newerBy: z.nullable(z.enum(NEWER_BY)),
  newerStock: z.enum(NEWER),
  newerStockBy: z.nullable(z.enum(NEWER_BY)),
  inventoryTracked: z.boolean(),
})
export type MatchedProduct = z.infer<typeof matchedProduct>

export const fikenOnly = z.object({
  productId: z.int(),
  name: z.string(),
  productNumber: z.string(),
  unitPrice: ore,
  stockQuantity: stock,
  stock,
  active: z.boolean(),
})
export type FikenOnly = z.infer<typeof fikenOnly>

export const servicem8Only = z.object({
  uuid: z.string(),
  name: z.string(),
  item_number: z.string(),
  barcode: z.string(),
  salePrice: kroner,
  /** ServiceM8's own price, which includes VAT if the account's prices do. */
  price: kroner,
  cost: kroner,
  /**
   * The suggested income account for a product created from this item; null if undecided, and the
   * user then chooses.
   */
  incomeAccount: z.nullable(z.string()),
  quantity_in_stock: stock,
})
export type Servicem8Only = z.infer<typeof servicem8Only>

export const duplicateProduct = z.object({
  system: z.enum(['fiken', 'servicem8']),
  duplicateProductNumber: z.string(),
  name: z.string(),
  /** The net price in øre, for a Fiken product. */
  unitPrice: z.optional(ore),
  stockQuantity: z.optional(stock),
  productId: z.optional(z.int()),
  /** The price in kroner, for a ServiceM8 item. */
  price: z.optional(kroner),
  quantity_in_stock: z.optional(stock),
  uuid: z.optional(z.string()),
})
export type DuplicateProduct = z.infer<typeof duplicateProduct>

/**
 * The products of one system that share a number, or whose number several products of the other
 * system have. It is unknown which of them belong together, so nothing is written to them
 * automatically.
 */
const duplicates = z.object({ productNumber: z.string(), products: z.array(duplicateProduct) })
export type Duplicates = z.infer<typeof duplicates>

/**
 * A name that occurs once in each system, under different numbers. The match is only a suggestion;
 * both products are also in the lists of missing products.
 */
export const nameMatch = z.object({
  name: z.string(),
  fikenProductId: z.int(),
  fikenProductNumber: z.string(),
  fikenPrice: ore,
  fikenStock: stock,
  servicem8Uuid: z.string(),
  servicem8ItemNumber: z.string(),
  servicem8SalePrice: kroner,
  servicem8Stock: stock,
})
export type NameMatch = z.infer<typeof nameMatch>

/**
 * The result of the comparison. Each active product and item is in exactly one of
 * `matchedProducts`, the two lists of missing products and the two lists of duplicates. All lists
 * are sorted by name.
 */
export const comparison = z.object({
  fikenProductCount: z.int(),
  servicem8MaterialCount: z.int(),
  matched: z.int(),
  matchedProducts: z.array(matchedProduct),
  missingInServiceM8: z.array(fikenOnly),
  missingInFiken: z.array(servicem8Only),
  fikenDuplicates: z.array(duplicates),
  servicem8Duplicates: z.array(duplicates),
  nameMatches: z.array(nameMatch),
})
export type Comparison = z.infer<typeof comparison>

export const productLists = z.object({
  /**
   * The time of the last complete reading of Fiken's list; `servicem8` is the same for ServiceM8's.
   * Null if never read.
   */
  fiken: z.nullable(z.string()),
  servicem8: z.nullable(z.string()),
  refreshing: z.boolean(),
  fikenCount: z.int(),
  servicem8Count: z.int(),
  /** The reason why the last reading failed; null if it succeeded. */
  problem: z.nullable(z.string()),
})
export type ProductLists = z.infer<typeof productLists>

/**
 * Compares our copies of the lists, and has old copies updated in the background. `comparison` is
 * null until both lists have been read completely. Responds 409 `authorize_fiken`,
 * `authorize_servicem8` or `choose_company` if there is nothing to compare.
 */
export const readComparison = endpoint({
  method: 'GET',
  path: '/api/product-sync',
  access: 'user',
  act: 'read',
  shows: ['products', 'connections', 'configuration', 'vat'],
  summary: 'Produktene i ServiceM8 og i Fiken, holdt mot hverandre',
  query: z.object({
    forceRefresh: z.optional(z.enum(['true', 'false'], 'Ugyldig valg')),
  }),
  answer: z.object({
    /** False if the lists have never been read and reading them has failed. */
    success: z.boolean(),
    comparison: z.nullable(comparison),
    error: z.optional(z.string()),
    details: z.optional(z.string()),
    lists: productLists,
    mayWrite: z.boolean(),
    /**
     * True if the company is registered for VAT in Fiken; otherwise everything is booked on account
     * 3200.
     */
    vatRegistered: z.boolean(),
  }),
})

export const readFikenProducts = endpoint({
  method: 'GET',
  path: '/api/fiken/products',
  access: 'user',
  act: 'read',
  shows: ['products', 'connections', 'configuration'],
  summary: 'Produktene i Fiken',
  answer: z.object({
    success: z.boolean(),
    products: z.array(fikenOnly),
  }),
})
