import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '../../contract.ts'
import { MOST_ITEMS, TOO_MANY, waitsFor } from '../tasks.ts'

export const DELETE_PRODUCTS = 'delete_products'
export const SMART_SYNC = 'smart_sync'

/**
 * The response of an action run as a task. The server responds when the task is done or waits for a
 * connection, at the latest after 30 seconds; the screen then follows the task. A task takes 1 000
 * items; the message states how many remain.
 */
const underWay = {
  success: z.boolean(),
  message: z.string(),
  taskId: z.nullable(z.string()),
  finished: z.boolean(),
  waitsFor,
  failed: z.int(),
  leftAlone: z.int(),
}

const itemId = z.string('Ugyldig id').check(z.maxLength(150))

/**
 * Deletes products. `itemIds` can be `matched:<fikenId>:<uuid>`, `fiken:<id>`, `sm8:<uuid>` (rule
 * 28), or a plain id of one system, which deletes only that half of a pair. `items` is the
 * specification's other form, with type, ids and name. A matched pair is deleted in both systems;
 * Fiken's products are deactivated.
 */
export const deleteProducts = endpoint({
  method: 'POST',
  path: '/api/product-sync/bulk-delete',
  access: 'user',
  act: 'products',
  // The limit leaves room for a thousand products with their names.
  bodyLimit: 1024 * 1024,
  changes: ['products', 'tasks'],
  summary: 'Slett valgte produkter',
  body: z.object({
    itemIds: z.optional(
      z
        .array(z.union([itemId, z.number()]), 'Ugyldig utvalg')
        .check(z.maxLength(MOST_ITEMS, TOO_MANY)),
    ),
    items: z.optional(
      z
        .array(
          z.object({
            type: z.enum(['matched', 'missingInServiceM8', 'missingInFiken'], 'Ugyldig type'),
            fikenProductId: z.optional(z.union([z.number(), z.string().check(z.maxLength(100))])),
            productId: z.optional(z.union([z.number(), z.string().check(z.maxLength(100))])),
            servicem8Uuid: z.optional(z.string().check(z.maxLength(100))),
            uuid: z.optional(z.string().check(z.maxLength(100))),
            name: z.optional(z.string().check(z.maxLength(500))),
          }),
          'Ugyldig utvalg',
        )
        .check(z.maxLength(MOST_ITEMS, TOO_MANY)),
    ),
  }),
  answer: z.object({ ...underWay, deleted: z.int() }),
})

export const plannedWrite = z.object({
  fikenProductId: z.int(),
  servicem8Uuid: z.string(),
  name: z.string(),
  number: z.string(),
  what: z.enum(['price', 'stock']),
  to: z.enum(['fiken', 'servicem8']),
  before: z.nullable(z.number()),
  after: z.number(),
  /**
   * The way in which the newer side was determined. Writes based on `date` are marked, and the user
   * can leave them out.
   */
  by: z.enum(['snapshot', 'date']),
})
export type PlannedWrite = z.infer<typeof plannedWrite>

const leftAlone = z.object({
  fikenProductId: z.int(),
  servicem8Uuid: z.string(),
  name: z.string(),
  number: z.string(),
  what: z.enum(['price', 'stock']),
  /**
   * The reason why nothing is written. `unknown`: neither side is newer. `missing`: the price is
   * missing, or is 0 on the newer side. `on_draft`: the stock is on a draft that is not yet
   * invoiced. `large_change`: the change is more than 50 %, and only dates show which side is
   * newer.
   */
  why: z.enum(['unknown', 'missing', 'on_draft', 'large_change']),
})
export type LeftAlone = z.infer<typeof leftAlone>

export const readSmartSync = endpoint({
  method: 'GET',
  path: '/api/product-sync/smart-sync',
  access: 'user',
  act: 'read',
  shows: ['products', 'transfers'],
  summary: 'Hva Smart Sync vil endre',
  answer: z.object({ writes: z.array(plannedWrite), leftAlone: z.array(leftAlone) }),
})

/**
 * Makes the writes in the plan; without a body, all of them. A screen sends the writes it has
 * shown, including values. A write that differs from the current plan is not made, and the message
 * states how many.
 */
export const runSmartSync = endpoint({
  method: 'POST',
  path: '/api/product-sync/smart-sync',
  access: 'user',
  act: 'products',
  bodyLimit: LIST_BODY,
  changes: ['products', 'tasks'],
  summary: 'Oppdater den eldste siden fra den nyeste',
  body: z.optional(
    z.object({
      /** The writes to make: `price:<fikenId>:<uuid>:<side that is written>:<before>:<after>`. */
      only: z.optional(z.array(itemId).check(z.maxLength(MOST_ITEMS, TOO_MANY))),
    }),
  ),
  answer: z.object({ ...underWay, updated: z.int() }),
})
