import { bigint, boolean, jsonb, pgTable, primaryKey, text, timestamp, uuid, index } from 'drizzle-orm/pg-core'
import type { Product } from '#clients/fiken/types'
import type { Material, TaxRate } from '#clients/servicem8/types'
import { users } from '../auth/tables.ts'

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Mirror of Fiken's products. */
export const fikenProducts = pgTable(
  'fiken_products',
  {
    userId: owner(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    productNumber: text('product_number').notNull(),
    active: boolean('active').notNull(),
    data: jsonb('data').$type<Product>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.productId] }),
    index('fiken_products_number').on(t.userId, t.fikenCompanySlug, t.productNumber),
  ],
)

/** Mirror of ServiceM8's materials. */
export const servicem8Materials = pgTable(
  'servicem8_materials',
  {
    userId: owner(),
    uuid: text('uuid').notNull(),
    itemNumber: text('item_number').notNull(),
    active: boolean('active').notNull(),
    data: jsonb('data').$type<Material>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.uuid] })],
)

/** Mirror of ServiceM8's tax rates; inactive ones are kept, since old lines still refer to them. */
export const servicem8TaxRates = pgTable(
  'servicem8_tax_rates',
  {
    userId: owner(),
    uuid: text('uuid').notNull(),
    data: jsonb('data').$type<TaxRate>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.uuid] })],
)

/** The prices and stock of a matched pair when they were last made equal: tells which side has changed since (decision 27). */
export const priceSnapshots = pgTable(
  'price_snapshots',
  {
    userId: owner(),
    materialUuid: text('material_uuid').notNull(),
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    /** Net, øre. */
    netPrice: bigint('net_price', { mode: 'number' }).notNull(),
    /** Decimal text; null where stock is not tracked. */
    stock: text('stock'),
    syncedAt: timestamp('synced_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.materialUuid, t.productId] })],
)
