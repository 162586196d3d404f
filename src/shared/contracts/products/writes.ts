import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'

/**
 * This file declares the user's actions on one product. If the specification describes a body in
 * two ways, both are accepted (rule 28); the server determines which one was sent and validates its
 * numbers, with a Norwegian sentence. A vendor's refusal keeps its status: 404, 400, 409, 503, 401.
 */

/** The highest price in øre: ten million kroner. */
export const MOST_PRICE = 1_000_000_000
export const MOST_STOCK = 1_000_000_000
/** The largest change in percent that needs no confirmation by the user. */
export const LARGE_CHANGE = 50

const uuid = z.string('Ugyldig id').check(z.maxLength(100))
const productId = z.union([z.number(), z.string().check(z.maxLength(100))], 'Ugyldig id')
const number = z.unknown()
const name = z.string('Ugyldig navn').check(z.maxLength(500))

const done = z.object({ success: z.boolean(), message: z.string() })

const priceChange = {
  type: z.optional(z.enum(['servicem8', 'fiken'], 'Ugyldig system')),
  productId: z.optional(productId),
  /** The price in net kroner. */
  newPrice: z.optional(number),
  productName: z.optional(name),
  /**
   * The price shown on the screen, in net øre. Responds 409 `changed_elsewhere` if the price has
   * changed.
   */
  known: z.optional(z.nullable(z.int())),
  /**
   * True to allow a change of the price by more than 50 %, or to 0. Without it, the response to
   * such a change is 409 `large_change`.
   */
  confirmed: z.optional(z.boolean()),
}

/**
 * Sets a price in ServiceM8. The given price is in net kroner; VAT is added if the account's prices
 * include VAT.
 */
export const updateServicem8Price = endpoint({
  method: 'POST',
  path: '/api/servicem8/update-price',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Sett prisen på en vare i ServiceM8 (netto, kroner)',
  body: z.object({ ...priceChange, uuid: z.optional(uuid), price: z.optional(number) }),
  answer: done,
})

/** Sets a price in Fiken: `unitPrice` is in net øre, `newPrice` in net kroner. */
export const updateFikenPrice = endpoint({
  method: 'POST',
  path: '/api/fiken/update-price',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Sett prisen på et produkt i Fiken (netto)',
  body: z.object({ ...priceChange, unitPrice: z.optional(number) }),
  answer: done,
})

const half = z.enum(['written', 'same', 'failed', 'not_kept'])

/**
 * Writes a counted stock to ServiceM8 and, if Fiken tracks the product's stock, to Fiken. Each
 * system's stock is read first. If it is neither the number shown on the screen nor the new number,
 * the response is 409 `changed_elsewhere` with both current numbers, and nothing is written. If
 * writing fails in one system, the response says so, and repeating the request writes only to that
 * system.
 */
export const updateStock = endpoint({
  method: 'POST',
  path: '/api/servicem8/update-stock',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Sett lagerbeholdningen til et talt antall',
  body: z.object({
    uuid,
    stockQuantity: number,
    productName: z.optional(name),
    known: z.optional(
      z.object({
        servicem8: z.optional(z.nullable(z.number())),
        fiken: z.optional(z.nullable(z.number())),
      }),
    ),
    /**
     * True to confirm that a stock that is not a number is taken as 0. Without it, the response to
     * such a stock is 409 `not_a_number`.
     */
    confirmed: z.optional(z.boolean()),
  }),
  answer: z.extend(done, {
    stockQuantity: z.number(),
    servicem8: half,
    fiken: half,
    failed: z.nullable(z.string()),
  }),
})

export const createMaterial = endpoint({
  method: 'POST',
  path: '/api/servicem8/create-material',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Opprett et produkt fra Fiken i ServiceM8',
  body: z.object({
    productId,
    productNumber: z.optional(z.string().check(z.maxLength(100))),
    name: z.optional(name),
    /** The price in net øre. */
    unitPrice: z.optional(number),
    description: z.optional(z.string().check(z.maxLength(500))),
    stockQuantity: z.optional(number),
    active: z.optional(z.boolean()),
  }),
  answer: z.extend(done, { uuid: z.string() }),
})

/**
 * Creates a product in Fiken from a ServiceM8 item, or reactivates an inactive product with the
 * same number. Responds 409 `product_exists` with the existing product and what to do about it.
 */
export const createProduct = endpoint({
  method: 'POST',
  path: '/api/fiken/create-product',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Opprett en vare fra ServiceM8 i Fiken',
  body: z.object({
    uuid: z.optional(uuid),
    name: z.optional(name),
    /** The price in net øre. */
    unitPrice: z.optional(number),
    /**
     * The description, stored as the note in Fiken, unless it equals the name; Fiken has no field
     * for the unit.
     */
    description: z.optional(z.string().check(z.maxLength(500))),
    unit: z.optional(z.string().check(z.maxLength(20))),
    productNumber: z.optional(z.string().check(z.maxLength(100))),
    /** The income account, 3000 for goods or 3020 for services: the accounts of the VAT rate. */
    incomeAccount: z.optional(
      z.string('Velg inntektskonto').check(z.regex(/^\d{4}$/, 'Velg inntektskonto')),
    ),
    /** The price in net kroner, in the specification's other form of the body. */
    salePrice: z.optional(number),
    cost: z.optional(number),
    quantity_in_stock: z.optional(number),
    item_number: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.extend(done, { productId: z.int() }),
})

export const existingProduct = z.object({
  productId: z.int(),
  productNumber: z.string(),
  name: z.string(),
  /** The price in net øre. */
  unitPrice: z.nullable(z.int()),
  suggestion: z.string(),
})
export type ExistingProduct = z.infer<typeof existingProduct>

const byId = z.object({ id: z.string().check(z.maxLength(100)) })

/**
 * Deactivates a product and keeps its stock; never deletes it. A product that does not exist is not
 * an error.
 */
export const removeProduct = endpoint({
  method: 'DELETE',
  path: '/api/fiken/products/:id',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Gjør et produkt inaktivt i Fiken',
  params: byId,
  answer: done,
})

export const removeMaterial = endpoint({
  method: 'DELETE',
  path: '/api/servicem8/materials/:uuid',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Slett en vare i ServiceM8',
  params: z.object({ uuid: z.string().check(z.maxLength(100)) }),
  answer: done,
})

/**
 * Switches stock tracking in Fiken on or off for a product. If switched on without a number, the
 * stock starts with that of the matching ServiceM8 item; 400 `stock_needed` if ServiceM8 tracks
 * none. Switching off deletes Fiken's stock number.
 */
export const toggleInventory = endpoint({
  method: 'POST',
  path: '/api/fiken/toggle-inventory',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Slå lagerføring i Fiken av eller på for et produkt',
  body: z.object({
    productId,
    enableInventory: z.boolean('Ugyldig valg'),
    stockQuantity: z.optional(number),
  }),
  answer: done,
})

/**
 * Accepts a suggested match. Both products get one number, ServiceM8's if it has one, otherwise
 * Fiken's, and count as the same product from then on. Prices and stock do not change.
 */
export const linkByNumber = endpoint({
  method: 'POST',
  path: '/api/product-sync/link',
  access: 'user',
  act: 'products',
  changes: ['products', 'activity'],
  summary: 'Gi en vare og et produkt med samme navn samme nummer',
  body: z.object({ uuid, productId }),
  answer: done,
})

export type Done = z.infer<typeof done>
