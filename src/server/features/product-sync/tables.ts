import { lt, sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ProductChangeRow } from '#shared/contracts/products/price-sync'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The price and the stock on which both sides of a matched pair last agreed, each stored
 * separately. They show which side has changed since (rule 27).
 */
export const priceSnapshots = pgTable(
  'price_snapshots',
  {
    companyId: companyColumn(),
    materialUuid: text('material_uuid').notNull(),
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    /** The price in net øre; null when the prices have never agreed. */
    netPrice: bigint('net_price', { mode: 'number' }),
    /** The stock as a decimal string; null when the stocks have never agreed. */
    stock: text('stock'),
    syncedAt: at('synced_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.materialUuid, t.productId] })],
)

export const productChanges = pgTable(
  'product_changes',
  {
    companyId: companyColumn(),
    id: uuid('id').notNull(),
    at: at('at').notNull(),
    /** The product in Fiken that is paired with the item; null when Fiken has none. */
    productId: bigint('product_id', { mode: 'number' }),
    materialUuid: text('material_uuid'),
    name: text('name').notNull(),
    number: text('number').notNull(),
    system: text('system').$type<ProductChangeRow['system']>().notNull(),
    what: text('what').$type<ProductChangeRow['what']>().notNull(),
    /**
     * The former value as a decimal string: net øre for a price, or a stock. Null when there was no
     * value.
     */
    before: text('before'),
    after: text('after'),
    /**
     * The former price as written in ServiceM8, including VAT or not, because several such prices
     * have the same net price. Null when unknown, or for a price in Fiken.
     */
    beforeAsRead: text('before_as_read'),
    by: text('by').$type<ProductChangeRow['by']>().notNull(),
    taskId: uuid('task_id'),
    undoneAt: at('undone_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('product_changes_product').on(t.companyId, t.productId, t.at),
    index('product_changes_material').on(t.companyId, t.materialUuid, t.at),
    index('product_changes_task').on(t.companyId, t.taskId),
    index('product_changes_at').on(t.at),
  ],
)

export const productRefreshes = pgTable(
  'product_refreshes',
  {
    companyId: companyColumn().primaryKey(),
    askedAt: at('asked_at').notNull(),
    /** The end of the reading; null, or before `askedAt`, while the reading is in progress. */
    endedAt: at('ended_at'),
    problem: text('problem'),
    details: text('details'),
  },
  (t) => [
    index('product_refreshes_open')
      .on(t.askedAt)
      .where(sql`${t.endedAt} is null or ${t.endedAt} < ${t.askedAt}`),
  ],
)

/**
 * The version of one of a company's lists, which changes with every SQL statement that writes the
 * list's rows. Only the database triggers in the migrations set it (decision 0037).
 */
export const productListVersions = pgTable(
  'product_list_versions',
  {
    companyId: companyColumn(),
    list: text('list')
      .$type<'fiken_products' | 'servicem8_materials' | 'price_snapshots'>()
      .notNull(),
    version: uuid('version').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.list] })],
)

export const keepFor: KeepFor = [
  [priceSnapshots, { with: companies }],
  [productChanges, { for: { years: 5 }, old: (before) => lt(productChanges.at, before) }],
  [productRefreshes, { with: companies }],
  [productListVersions, { with: companies }],
]
