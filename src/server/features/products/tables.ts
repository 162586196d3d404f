import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth/tables.ts'

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * The prices and stock of a matched pair when they were last made equal: shows which side has
 * changed since (rule 27).
 */
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
