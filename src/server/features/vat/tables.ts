import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { RULE_KINDS } from '#shared/contracts/account-rules'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

/** The VAT type and accounts of each ServiceM8 tax rate in a Fiken company (rule 8). */
export const vatMappings = pgTable(
  'vat_mappings',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    taxRateUuid: text('tax_rate_uuid').notNull(),
    vatType: text('vat_type'),
    goodsAccount: text('goods_account'),
    serviceAccount: text('service_account'),
    confirmed: boolean('confirmed').notNull().default(false),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.taxRateUuid] })],
)

/** The rules that override the VAT table's account; the first matching rule applies. */
export const accountRules = pgTable(
  'account_rules',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    position: integer('position').notNull(),
    kind: text('kind', { enum: RULE_KINDS }).notNull(),
    value: text('value').notNull(),
    label: text('label').notNull(),
    account: text('account').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.position] })],
)

/** The accounts for deducting a deposit invoice, chosen by the user once per VAT type. */
export const depositAccounts = pgTable(
  'deposit_accounts',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    vatType: text('vat_type').notNull(),
    account: text('account').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.vatType] })],
)

export const keepFor: KeepFor = [
  [vatMappings, { with: companies }],
  [accountRules, { with: companies }],
  [depositAccounts, { with: companies }],
]
