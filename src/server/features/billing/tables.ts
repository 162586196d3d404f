import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth/tables.ts'

/**
 * One row: what the service costs and which Fiken company bills it. The admin's own connection is
 * used; tokens are never copied (rule 31).
 */
export const subscriptionSettings = pgTable('subscription_settings', {
  id: integer('id').primaryKey(),
  billingEnabled: boolean('billing_enabled').notNull().default(false),
  /** Øre a month, without VAT. */
  monthlyPrice: integer('monthly_price').notNull().default(50_000),
  productName: text('product_name').notNull().default('Fakturabro'),
  productDescription: text('product_description').notNull().default('Månedlig abonnement'),
  adminFikenCompanySlug: text('admin_fiken_company_slug'),
  /** Whose Fiken connection sends the bills. */
  adminUserId: uuid('admin_user_id').references(() => users.id, { onDelete: 'restrict' }),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  updatedBy: uuid('updated_by'),
})

export const userSubscriptions = pgTable('user_subscriptions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  fikenRecurringInvoiceId: text('fiken_recurring_invoice_id'),
  subscriptionStatus: text('subscription_status').notNull().default('free'),
  billingStartDate: timestamp('billing_start_date', { withTimezone: true }),
  lastInvoiceDate: timestamp('last_invoice_date', { withTimezone: true }),
  nextInvoiceDate: timestamp('next_invoice_date', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
