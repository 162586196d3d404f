import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { RULE_KINDS } from '#shared/contracts/account-rules'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

/** How one ServiceM8 tax rate is written in one Fiken company (rule 8). */
export const vatMappings = pgTable(
  'vat_mappings',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    taxRateUuid: text('tax_rate_uuid').notNull(),
    vatType: text('vat_type'),
    goodsAccount: text('goods_account'),
    serviceAccount: text('service_account'),
    confirmed: boolean('confirmed').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.taxRateUuid] })],
)

/**
 * Which account a line gets where another one than the table's is wanted: the first rule that fits
 * decides.
 */
export const accountRules = pgTable(
  'account_rules',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    position: integer('position').notNull(),
    kind: text('kind', { enum: RULE_KINDS }).notNull(),
    value: text('value').notNull(),
    label: text('label').notNull(),
    account: text('account').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.position] })],
)

/** On which account a deposit's invoice is taken off the next one, asked once for each VAT type. */
export const depositAccounts = pgTable(
  'deposit_accounts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    vatType: text('vat_type').notNull(),
    account: text('account').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.vatType] })],
)

export const keepFor: KeepFor = [
  [vatMappings, { with: users }],
  [accountRules, { with: users }],
  [depositAccounts, { with: users }],
]
