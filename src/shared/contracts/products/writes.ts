import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'

/**
 * The user's acts on one product. Where the specification gives two readings of a body, both are
 * accepted (rule 28); the reader decides which one it is, and checks its numbers, with a Norwegian
 * sentence. Vendors' refusals come through with their own status: 404, 400, 409, 503, 401.
 */

/** The highest price: ten million kroner, in øre. */
export const MOST_PRICE = 1_000_000_000
export const MOST_STOCK = 1_000_000_000
/** Percent; a larger change is asked about. */
export const LARGE_CHANGE = 50

const uuid = z.string('Ugyldig id').check(z.maxLength(100))
const productId = z.union([z.number(), z.string().check(z.maxLength(100))], 'Ugyldig id')
/** Any value; the server reads it and says in Norwegian what is wrong with it. */
const number = z.unknown()
const name = z.string('Ugyldig navn').check(z.maxLength(500))

/** The result as a Norwegian sentence, true at that moment. */
const done = z.object({ success: z.boolean(), message: z.string() })

const priceChange = {
  type: z.optional(z.enum(['servicem8', 'fiken'], 'Ugyldig system')),
  productId: z.optional(productId),
  /** Net kroner. */
  newPrice: z.optional(number),
  productName: z.optional(name),
  /** The price shown on the screen, net øre: 409 `changed_elsewhere` if it has moved. */
  known: z.optional(z.nullable(z.int())),
  /** Confirms a change of more than half, or a price of 0. Without it: 409 `large_change`. */
  confirmed: z.optional(z.boolean()),
}

/**
 * Sets a price in ServiceM8, given net in kroner; written with VAT where its prices include that.
 */
export const updateServicem8Price = endpoint({
  method: 'POST',
  path: '/api/servicem8/update-price',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Sett prisen på en vare i ServiceM8 (netto, kroner)',
  body: z.object({ ...priceChange, uuid: z.optional(uuid), price: z.optional(number) }),
  answer: done,
})

/** Sets a price in Fiken: `unitPrice` is net øre, `newPrice` net kroner. */
export const updateFikenPrice = endpoint({
  method: 'POST',
  path: '/api/fiken/update-price',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Sett prisen på et produkt i Fiken (netto)',
  body: z.object({ ...priceChange, unitPrice: z.optional(number) }),
  answer: done,
})

/** The result of one half of a write to both systems. */
const half = z.enum(['written', 'same', 'failed', 'not_kept'])

/**
 * Writes a counted stock to ServiceM8 and, where Fiken keeps the product's stock, to Fiken. Each
 * side is read just before: one that is neither the screen's nor the new number answers 409
 * `changed_elsewhere` with both present numbers, and nothing is written. A failed half is reported,
 * and the same call again does only that half.
 */
export const updateStock = endpoint({
  method: 'POST',
  path: '/api/servicem8/update-stock',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Sett lagerbeholdningen til et talt antall',
  body: z.object({
    uuid,
    stockQuantity: number,
    productName: z.optional(name),
    /** The numbers that the screen showed; without them nothing is compared. */
    known: z.optional(
      z.object({
        servicem8: z.optional(z.nullable(z.number())),
        fiken: z.optional(z.nullable(z.number())),
      }),
    ),
    /** Confirms that a text which is no number is taken as 0; 409 `not_a_number` without it. */
    confirmed: z.optional(z.boolean()),
  }),
  answer: z.extend(done, {
    stockQuantity: z.number(),
    servicem8: half,
    fiken: half,
    /** The reason for which a half failed, in Norwegian; null when none did. */
    failed: z.nullable(z.string()),
  }),
})

export const createMaterial = endpoint({
  method: 'POST',
  path: '/api/servicem8/create-material',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Opprett et produkt fra Fiken i ServiceM8',
  body: z.object({
    productId,
    productNumber: z.optional(z.string().check(z.maxLength(100))),
    name: z.optional(name),
    /** Net øre. */
    unitPrice: z.optional(number),
    description: z.optional(z.string().check(z.maxLength(500))),
    stockQuantity: z.optional(number),
    active: z.optional(z.boolean()),
  }),
  answer: z.extend(done, { uuid: z.string() }),
})

/**
 * Creates a product in Fiken from an item of ServiceM8; an inactive one with its number is
 * activated again instead. 409 `product_exists` with the existing one, and what to do about it.
 */
export const createProduct = endpoint({
  method: 'POST',
  path: '/api/fiken/create-product',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Opprett en vare fra ServiceM8 i Fiken',
  body: z.object({
    uuid: z.optional(uuid),
    name: z.optional(name),
    /** Net øre. */
    unitPrice: z.optional(number),
    /** Becomes the note in Fiken, unless it equals the name; Fiken keeps no unit. */
    description: z.optional(z.string().check(z.maxLength(500))),
    unit: z.optional(z.string().check(z.maxLength(20))),
    productNumber: z.optional(z.string().check(z.maxLength(100))),
    /** 3000 goods, 3020 services: the choice between the two accounts of the item's VAT rate. */
    incomeAccount: z.optional(
      z.string('Velg inntektskonto').check(z.regex(/^\d{4}$/, 'Velg inntektskonto')),
    ),
    /** The other reading: net kroner. */
    salePrice: z.optional(number),
    cost: z.optional(number),
    quantity_in_stock: z.optional(number),
    item_number: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.extend(done, { productId: z.int() }),
})

/** The existing product that a 409 `product_exists` answers as `existing`. */
export const existingProduct = z.object({
  productId: z.int(),
  productNumber: z.string(),
  name: z.string(),
  /** Net øre. */
  unitPrice: z.nullable(z.int()),
  suggestion: z.string(),
})
export type ExistingProduct = z.infer<typeof existingProduct>

const byId = z.object({ id: z.string().check(z.maxLength(100)) })

/** Deactivates a product, keeping its stock; never really deletes. Accepts a missing one. */
export const removeProduct = endpoint({
  method: 'DELETE',
  path: '/api/fiken/products/:id',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Gjør et produkt inaktivt i Fiken',
  params: byId,
  answer: done,
})

export const removeMaterial = endpoint({
  method: 'DELETE',
  path: '/api/servicem8/materials/:uuid',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Slett en vare i ServiceM8',
  params: z.object({ uuid: z.string().check(z.maxLength(100)) }),
  answer: done,
})

/**
 * Switches Fiken's stock keeping of a product. Switched on without a number, it starts with that of
 * ServiceM8's paired item; 400 `stock_needed` when ServiceM8 keeps none. Switching off forgets
 * Fiken's number.
 */
export const toggleInventory = endpoint({
  method: 'POST',
  path: '/api/fiken/toggle-inventory',
  access: 'user',
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
 * Accepts a proposal: both get one number, ServiceM8's if it has one, else Fiken's, so that they
 * are the same product from now on. Prices and stock stay as they are.
 */
export const linkByNumber = endpoint({
  method: 'POST',
  path: '/api/product-sync/link',
  access: 'user',
  changes: ['products', 'activity'],
  summary: 'Gi en vare og et produkt med samme navn samme nummer',
  body: z.object({ uuid, productId }),
  answer: done,
})

export type Done = z.infer<typeof done>
