import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies } from '../auth/tables.ts'

/**
 * The user's settings. Tokens and the webhook secret are stored by the connections feature
 * (docs/decisions/0007).
 */
export const configurations = pgTable(
  'configurations',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => companies.id, { onDelete: 'cascade' }),
    fikenCompanySlug: text('fiken_company_slug'),
    /**
     * The time at which the company in Fiken was chosen; null before it was refused to choose one that
     * another company of ours uses.
     */
    fikenCompanySince: timestamp('fiken_company_since', { withTimezone: true }),
    fikenBankAccountCode: text('fiken_bank_account_code').notNull().default(''),
    invoiceCreationMode: text('invoice_creation_mode', { enum: ['draft', 'invoice'] })
      .notNull()
      .default('draft'),
    autoPriceSyncEnabled: boolean('auto_price_sync_enabled').notNull().default(false),
    autoPriceSyncInterval: integer('auto_price_sync_interval').notNull().default(60),
    lastAutoPriceSync: timestamp('last_auto_price_sync', { withTimezone: true }),
    invoiceDescriptionSource: text('invoice_description_source', {
      enum: ['invoice_description', 'work_description', 'both'],
    })
      .notNull()
      .default('invoice_description'),
    autoCreateProducts: boolean('auto_create_products').notNull().default(true),
    autoTransferOnSync: boolean('auto_transfer_on_sync').notNull().default(false),
    transferTrigger: text('transfer_trigger').notNull().default('job.completed'),
    requiresCompanySelection: boolean('requires_company_selection').notNull().default(false),
    jobFetchType: text('job_fetch_type', { enum: ['awaiting_payment', 'completed'] })
      .notNull()
      .default('awaiting_payment'),
    enableFuzzyCustomerMatch: boolean('enable_fuzzy_customer_match').notNull().default(true),
    customerMatchThreshold: integer('customer_match_threshold').notNull().default(90),
    /**
     * True when payments in Fiken are reported to ServiceM8; off until the user switches it on (rule
     * 21).
     */
    writeBackPayments: boolean('write_back_payments').notNull().default(false),
    attachments: text('attachments', { enum: ['none', 'pdf', 'all'] })
      .notNull()
      .default('none'),
    isActive: boolean('is_active').notNull().default(false),
    /**
     * The start date, set at the first activation and editable by the user. Jobs completed earlier
     * wait for the user (rule 3).
     */
    activatedAt: timestamp('activated_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  // Who else uses a company in Fiken is asked whenever one is chosen.
  (t) => [index('configurations_fiken_company').on(t.fikenCompanySlug)],
)

export const keepFor: KeepFor = [[configurations, { with: companies }]]
