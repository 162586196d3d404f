import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '../../contract.ts'
import { MOST_ITEMS, TOO_MANY, waitsFor } from '../tasks.ts'

/** Acts on many products at once, as tasks, which a reload or a restart does not stop. */

export const DELETE_PRODUCTS = 'delete_products'
export const SMART_SYNC = 'smart_sync'

/**
 * The answer when the task is done or waits for a connection, at the latest after 30 seconds: the
 * screen follows the task. A task takes 1 000 items; the message says how many are left.
 */
const underWay = {
  success: z.boolean(),
  message: z.string(),
  /** Null when there was nothing to do. */
  taskId: z.nullable(z.string()),
  finished: z.boolean(),
  /** The connection that it waits for, when one has ended in the middle. */
  waitsFor,
  /** Numbers of items. */
  failed: z.int(),
  leftAlone: z.int(),
}

const itemId = z.string('Ugyldig id').check(z.maxLength(150))

/**
 * Deletes products. `itemIds`: `matched:<fikenId>:<uuid>`, `fiken:<id>`, `sm8:<uuid>` (rule 28), or
 * a bare id of one system, which deletes that half of a pair alone. The other reading names each by
 * type, ids and name. A matched pair is deleted on both sides; Fiken's products are deactivated.
 */
export const deleteProducts = endpoint({
  method: 'POST',
  path: '/api/product-sync/bulk-delete',
  access: 'user',
  // A thousand with their names.
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

/** One write of Smart Sync: the older side gets the newer one's value. */
export const plannedWrite = z.object({
  fikenProductId: z.int(),
  servicem8Uuid: z.string(),
  name: z.string(),
  number: z.string(),
  what: z.enum(['price', 'stock']),
  to: z.enum(['fiken', 'servicem8']),
  /** Net øre of a price; a number of a stock. Null = none yet. */
  before: z.nullable(z.number()),
  after: z.number(),
  /** The evidence of which side is newer: `date` is marked, and can be left out. */
  by: z.enum(['snapshot', 'date']),
})
export type PlannedWrite = z.infer<typeof plannedWrite>

/** A difference that is left as it is. */
const leftAlone = z.object({
  fikenProductId: z.int(),
  servicem8Uuid: z.string(),
  name: z.string(),
  number: z.string(),
  what: z.enum(['price', 'stock']),
  /**
   * `unknown`: no side is newer. `missing`: a price that is missing, or is 0 on the newer side.
   * `on_draft`: its stock, on a draft not yet invoiced. `large_change`: more than half, and only
   * dates say which side is newer.
   */
  why: z.enum(['unknown', 'missing', 'on_draft', 'large_change']),
})
export type LeftAlone = z.infer<typeof leftAlone>

export const readSmartSync = endpoint({
  method: 'GET',
  path: '/api/product-sync/smart-sync',
  access: 'user',
  shows: ['products', 'transfers'],
  summary: 'Hva Smart Sync vil endre',
  answer: z.object({ writes: z.array(plannedWrite), leftAlone: z.array(leftAlone) }),
})

/**
 * Makes the plan's writes; without a body, all of them. A screen names the writes that it has
 * shown, values included: one that differs from the present plan is not made, and counted in the
 * message.
 */
export const runSmartSync = endpoint({
  method: 'POST',
  path: '/api/product-sync/smart-sync',
  access: 'user',
  bodyLimit: LIST_BODY,
  changes: ['products', 'tasks'],
  summary: 'Oppdater den eldste siden fra den nyeste',
  body: z.optional(
    z.object({
      /** Only these: `price:<fikenId>:<uuid>:<side that is written>:<before>:<after>`. */
      only: z.optional(z.array(itemId).check(z.maxLength(MOST_ITEMS, TOO_MANY))),
    }),
  ),
  answer: z.object({ ...underWay, updated: z.int() }),
})
