import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { id } from '../../fields.ts'

export const PRICE_RUN = 'price_run'
export const UNDO_PRICE_RUN = 'undo_price_run'

/** The intervals in minutes: daily, weekly, monthly. 60 is stored until the user chooses one. */
export const INTERVALS = [1440, 10_080, 43_200] as const
export const NEVER_CHOSEN = 60
export const UNDO_DAYS = 30

const settings = z.object({
  enabled: z.boolean(),
  intervalMinutes: z.int(),
  lastSync: z.nullable(z.string()),
  nextSync: z.nullable(z.string()),
  message: z.string(),
})
export type PriceSyncSettings = z.infer<typeof settings>

export const readPriceSync = endpoint({
  method: 'GET',
  path: '/api/auto-price-sync/settings',
  access: 'user',
  act: 'read',
  shows: ['products', 'configuration'],
  summary: 'Automatisk prissynkronisering',
  answer: settings,
})

/**
 * Saves the settings. Responds 400 `interval_needed` if synchronisation is switched on before an
 * interval is chosen.
 */
export const savePriceSync = endpoint({
  method: 'POST',
  path: '/api/auto-price-sync/settings',
  access: 'user',
  act: 'products',
  changes: ['products', 'configuration', 'activity'],
  summary: 'Slå automatisk prissynkronisering av eller på, og velg hvor ofte',
  body: z.object({
    enabled: z.optional(z.boolean('Ugyldig valg')),
    intervalMinutes: z.optional(z.int('Velg daglig, ukentlig eller månedlig')),
  }),
  answer: settings,
})

const priceItem = z.object({
  fikenProductId: z.int(),
  servicem8Uuid: z.string(),
  name: z.string(),
  number: z.string(),
  to: z.nullable(z.enum(['fiken', 'servicem8'])),
  /** The price before the change, in net øre. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
  /** The reason why nothing is written; null if the price is written. */
  why: z.nullable(z.string()),
})
export type PriceItem = z.infer<typeof priceItem>

export const readPriceDryRun = endpoint({
  method: 'GET',
  path: '/api/auto-price-sync/dry-run',
  access: 'user',
  act: 'read',
  shows: ['products'],
  summary: 'Hva en prissynkronisering ville endret nå',
  answer: z.object({ changes: z.array(priceItem), leftAlone: z.array(priceItem) }),
})

const run = z.object({
  id: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  changed: z.int(),
  leftAlone: z.int(),
  failed: z.int(),
  undoneAt: z.nullable(z.string()),
  mayUndo: z.boolean(),
})
export type PriceRun = z.infer<typeof run>

export const readPriceRuns = endpoint({
  method: 'GET',
  path: '/api/auto-price-sync/runs',
  access: 'user',
  act: 'read',
  shows: ['products', 'tasks'],
  summary: 'De siste prissynkroniseringene',
  answer: z.array(run),
})

/** Undoes a run item by item, except prices that have changed since. */
export const undoPriceRun = endpoint({
  method: 'POST',
  path: '/api/auto-price-sync/runs/:id/undo',
  access: 'user',
  act: 'products',
  changes: ['products', 'tasks', 'activity'],
  summary: 'Angre en prissynkronisering',
  params: z.object({ id }),
  answer: z.object({ message: z.string(), taskId: z.string() }),
})

const change = z.object({
  at: z.string(),
  system: z.enum(['fiken', 'servicem8']),
  what: z.enum(['price', 'stock']),
  /** The former price in net øre, or the former stock. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /**
   * The origin of the change. `person`: the user made the change in this product. `elsewhere`: the
   * change was made directly in ServiceM8 or Fiken.
   */
  by: z.enum(['person', 'smart_sync', 'price_run', 'undo', 'import', 'elsewhere']),
})
export type ProductChangeRow = z.infer<typeof change>

/** Returns the newest 200 changes. Either id is sufficient. */
export const readProductHistory = endpoint({
  method: 'GET',
  path: '/api/product-sync/history',
  access: 'user',
  act: 'read',
  shows: ['products'],
  summary: 'Pris- og lagerhistorikk for et produkt',
  query: z.object({
    productId: z.optional(z.string().check(z.maxLength(100))),
    uuid: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.array(change),
})
