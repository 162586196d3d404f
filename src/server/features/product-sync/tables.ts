import { lt, sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ProductChangeRow } from '#shared/contracts/products/price-sync'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const at = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The price and the stock of a matched pair when they last agreed, each by itself: shows which side
 * has changed since (rule 27).
 */
export const priceSnapshots = pgTable(
  'price_snapshots',
  {
    userId: owner(),
    materialUuid: text('material_uuid').notNull(),
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    /** Net, øre; null while the prices have never agreed. */
    netPrice: bigint('net_price', { mode: 'number' }),
    /** Decimal text; null while the stocks have never agreed. */
    stock: text('stock'),
    syncedAt: at('synced_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.materialUuid, t.productId] })],
)

/** Each change of a price or a stock that was made here, or was seen made elsewhere. */
export const productChanges = pgTable(
  'product_changes',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    at: at('at').notNull(),
    /** Of the pair it belongs to; null where the other system does not have it. */
    productId: bigint('product_id', { mode: 'number' }),
    materialUuid: text('material_uuid'),
    name: text('name').notNull(),
    number: text('number').notNull(),
    /** The side that changed. */
    system: text('system').$type<ProductChangeRow['system']>().notNull(),
    what: text('what').$type<ProductChangeRow['what']>().notNull(),
    /** Net øre of a price, or a stock; decimal text. Null = none. */
    before: text('before'),
    after: text('after'),
    /**
     * A price before as ServiceM8 had it, with VAT or without: several are the same net price. Null =
     * not known, or no price of ServiceM8's.
     */
    beforeAsRead: text('before_as_read'),
    by: text('by').$type<ProductChangeRow['by']>().notNull(),
    /** The task that made it, where one did. */
    taskId: uuid('task_id'),
    /** When it was taken back by undoing the run that made it. */
    undoneAt: at('undone_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('product_changes_product').on(t.userId, t.productId, t.at),
    index('product_changes_material').on(t.userId, t.materialUuid, t.at),
    index('product_changes_task').on(t.userId, t.taskId),
    index('product_changes_at').on(t.at),
  ],
)

/** The last reading of a user's product lists that a screen asked for. */
export const productRefreshes = pgTable(
  'product_refreshes',
  {
    userId: owner().primaryKey(),
    askedAt: at('asked_at').notNull(),
    /** It is under way while this is null or before `askedAt`. */
    endedAt: at('ended_at'),
    /** Why it failed: a Norwegian sentence, and what the vendor said. */
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
 * Another `version` after every statement that has written rows of a user's list: triggers of the
 * migrations see to that, whoever writes (decision 0037). Written by nothing else.
 */
export const productListVersions = pgTable(
  'product_list_versions',
  {
    userId: owner(),
    /** The name of a table. */
    list: text('list')
      .$type<'fiken_products' | 'servicem8_materials' | 'price_snapshots'>()
      .notNull(),
    version: uuid('version').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.list] })],
)

export const keepFor: KeepFor = [
  [priceSnapshots, { with: users }],
  [productChanges, { for: { years: 5 }, old: (before) => lt(productChanges.at, before) }],
  [productRefreshes, { with: users }],
  [productListVersions, { with: users }],
]
