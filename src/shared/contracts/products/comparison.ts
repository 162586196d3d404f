import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'

/**
 * The product lists of both systems side by side. Field names are the specification's (part 2, §3
 * and §7). All prices are net (without VAT): Fiken's in øre, ServiceM8's in kroner with at most two
 * decimals. A stock of null is not kept by that system.
 */

export const NEWER = ['fiken', 'servicem8', 'unknown'] as const
export type Newer = (typeof NEWER)[number]

/**
 * The evidence: the values on which both last agreed, or else the day on which each was edited,
 * which moves with the stock too. Null = none.
 */
export const NEWER_BY = ['snapshot', 'date'] as const
export type NewerBy = (typeof NEWER_BY)[number]

const stock = z.nullable(z.number())
const kroner = z.nullable(z.number())
const ore = z.nullable(z.int())

/** An item of ServiceM8 and the product in Fiken with its number. */
export const matchedProduct = z.object({
  /** ServiceM8's name. */
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
  /** The tradesperson's net cost; null when unknown. */
  cost: kroner,
  /** About the price, or about the stock when only that differs. */
  newerSource: z.enum(NEWER),
  newerBy: z.nullable(z.enum(NEWER_BY)),
  /** About the stock. */
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
  /** ServiceM8's own price, with VAT where its prices include that. */
  price: kroner,
  cost: kroner,
  /** The account of a product made from it, as far as it is decided: the user chooses. */
  incomeAccount: z.nullable(z.string()),
  quantity_in_stock: stock,
})
export type Servicem8Only = z.infer<typeof servicem8Only>

export const duplicateProduct = z.object({
  system: z.enum(['fiken', 'servicem8']),
  duplicateProductNumber: z.string(),
  name: z.string(),
  /** Fiken's: øre. */
  unitPrice: z.optional(ore),
  stockQuantity: z.optional(stock),
  productId: z.optional(z.int()),
  /** ServiceM8's: kroner. */
  price: z.optional(kroner),
  quantity_in_stock: z.optional(stock),
  uuid: z.optional(z.string()),
})
export type DuplicateProduct = z.infer<typeof duplicateProduct>

/**
 * Products of one system that share a number, or that have the number of several in the other one:
 * the pairs are unknown, so nothing is written to them automatically.
 */
const duplicates = z.object({ productNumber: z.string(), products: z.array(duplicateProduct) })
export type Duplicates = z.infer<typeof duplicates>

/**
 * The same name once in each system, under different numbers. A proposal; both are in the lists of
 * missing products as well.
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
 * The comparison. Each active product and item is in exactly one of `matchedProducts`, the two
 * lists of missing ones, and the two of duplicates. All lists are sorted by name.
 */
export const comparison = z.object({
  fikenProductCount: z.int(),
  servicem8MaterialCount: z.int(),
  matched: z.int(),
  matchedProducts: z.array(matchedProduct),
  /** Only in Fiken. */
  missingInServiceM8: z.array(fikenOnly),
  /** Only in ServiceM8. */
  missingInFiken: z.array(servicem8Only),
  fikenDuplicates: z.array(duplicates),
  servicem8Duplicates: z.array(duplicates),
  nameMatches: z.array(nameMatch),
})
export type Comparison = z.infer<typeof comparison>

export const productLists = z.object({
  /** The last complete reading of each list; null = never. */
  fiken: z.nullable(z.string()),
  servicem8: z.nullable(z.string()),
  /** True while they are being read, or are about to be. */
  refreshing: z.boolean(),
  /** The numbers read so far. */
  fikenCount: z.int(),
  servicem8Count: z.int(),
  /**
   * The reason for which the last reading failed, as a Norwegian sentence; null when it succeeded.
   */
  problem: z.nullable(z.string()),
})
export type ProductLists = z.infer<typeof productLists>

/**
 * Answers from our copies at once, and has old ones read again in the background. `comparison` is
 * null until the lists have been read to their end. 409 `authorize_fiken`, `authorize_servicem8` or
 * `choose_company` when there is nothing to compare.
 */
export const readComparison = endpoint({
  method: 'GET',
  path: '/api/product-sync',
  access: 'user',
  shows: ['products', 'connections', 'configuration', 'vat'],
  summary: 'Produktene i ServiceM8 og i Fiken, holdt mot hverandre',
  query: z.object({
    forceRefresh: z.optional(z.enum(['true', 'false'], 'Ugyldig valg')),
  }),
  answer: z.object({
    /** False when the lists have never been read, and reading them has failed. */
    success: z.boolean(),
    comparison: z.nullable(comparison),
    /** A Norwegian sentence, and the vendor's words. */
    error: z.optional(z.string()),
    details: z.optional(z.string()),
    lists: productLists,
    /** True when the grant may write products and stock in ServiceM8. */
    mayWrite: z.boolean(),
    /**
     * True when the company is registered for VAT in Fiken; otherwise everything is booked on 3200.
     */
    vatRegistered: z.boolean(),
  }),
})

/** Returns Fiken's own list from our copy: active products by number. */
export const readFikenProducts = endpoint({
  method: 'GET',
  path: '/api/fiken/products',
  access: 'user',
  shows: ['products', 'connections', 'configuration'],
  summary: 'Produktene i Fiken',
  answer: z.object({
    success: z.boolean(),
    products: z.array(fikenOnly),
  }),
})
