import { and, lt, notInArray, sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CauseCode } from '#shared/causes/index'
import {
  BILL_STAGES,
  BILL_STATUSES,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '#shared/subscription-status'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies } from '../auth/tables.ts'
import { documentColumns } from '../documents/tables.ts'
import type { Attempt } from '../drafts/sent-draft.ts'
import type { BillCause } from './causes.ts'

/**
 * The service's price and the Fiken company that sends the bills, in one row. Bills are sent with
 * the administrator's own connection; tokens are never copied (rule 31).
 */
export const subscriptionSettings = pgTable('subscription_settings', {
  id: integer('id').primaryKey(),
  billingEnabled: boolean('billing_enabled').notNull().default(false),
  /** The price in øre per month, without VAT. */
  monthlyPrice: integer('monthly_price').notNull().default(50_000),
  productName: text('product_name').notNull().default('Fakturabro'),
  productDescription: text('product_description').notNull().default('Månedlig abonnement'),
  adminFikenCompanySlug: text('admin_fiken_company_slug'),
  adminUserId: uuid('admin_user_id').references(() => companies.id, { onDelete: 'restrict' }),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  updatedBy: uuid('updated_by'),
})

export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => companies.id, { onDelete: 'cascade' }),
    fikenRecurringInvoiceId: text('fiken_recurring_invoice_id'),
    subscriptionStatus: text('subscription_status', { enum: SUBSCRIPTION_STATUSES })
      .$type<SubscriptionStatus>()
      .notNull()
      .default('free'),
    /**
     * True when an administrator has chosen the status, which then does not follow the integration.
     */
    heldByAdmin: boolean('held_by_admin').notNull().default(false),
    billingStartDate: timestamp('billing_start_date', { withTimezone: true }),
    lastInvoiceDate: timestamp('last_invoice_date', { withTimezone: true }),
    /**
     * The next billing time, the 1st of a month at 09:00 in Norway; null when nothing is to be
     * billed.
     */
    nextInvoiceDate: timestamp('next_invoice_date', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('user_subscriptions_due')
      .on(t.nextInvoiceDate)
      .where(sql`${t.subscriptionStatus} = 'active'`),
  ],
)

/** A bill's recipient at the time when the bill was created. */
export interface BillRecipient {
  name: string
  attention: string
  email: string
  address: string
  postalCode: string
  city: string
}

/**
 * The ledger of bills: one row per subscription and month, so that no month is billed twice. The
 * row remains, without its recipient, when the account is deleted.
 */
export const subscriptionBills = pgTable(
  'subscription_bills',
  {
    id: uuid('id').primaryKey(),
    /**
     * The id in user_subscriptions, without a foreign key because the bill outlives the
     * subscription.
     */
    subscriptionId: uuid('subscription_id').notNull(),
    companyId: uuid('user_id').references(() => companies.id, { onDelete: 'set null' }),
    /** Our company's id, which is the contact's member number in Fiken. */
    memberNumber: text('member_number').notNull(),
    /** The keyed hash of the e-mail address, which identifies a user who registers again. */
    emailHash: text('email_hash').notNull(),
    month: text('month').notNull(),
    /**
     * The revision, incremented only when an administrator resends a bill whose draft was deleted.
     */
    revision: integer('revision').notNull().default(1),
    status: text('status', { enum: BILL_STATUSES }).notNull().default('queued'),
    stage: text('stage', { enum: BILL_STAGES }).notNull().default('prepare'),
    /** The price in øre without VAT, at the time when the bill was created. */
    price: integer('price').notNull(),
    productName: text('product_name').notNull(),
    productDescription: text('product_description').notNull(),
    /**
     * The bill's recipient; null when the account is deleted and the bill has been invoiced or
     * ended without an invoice.
     */
    recipient: jsonb('recipient').$type<BillRecipient>(),
    /** The Fiken company in which the draft was created, or might have been. */
    companySlug: text('company_slug'),
    /** The columns shared with other documents; the uuid comes from bill-uuid.ts. */
    ...documentColumns(),
    saleId: text('sale_id'),
    /** The amount in øre with VAT, as stated by Fiken. */
    gross: integer('gross'),
    /**
     * The requests whose responses might be lost. A draft in Fiken that matches one of these
     * requests is ours.
     */
    attempts: jsonb('attempts').$type<readonly Attempt[]>().notNull().default([]),
    /** The id of the run that has claimed the row; every write by a run requires it. */
    claim: uuid('claim'),
    failures: integer('failures').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    cause: text('cause').$type<BillCause | CauseCode>(),
    message: text('message'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('subscription_bills_month').on(t.subscriptionId, t.month),
    index('subscription_bills_user').on(t.companyId, t.id),
    index('subscription_bills_list').on(t.month, t.createdAt),
    index('subscription_bills_open')
      .on(t.createdAt)
      .where(sql`${t.status} in ('queued', 'ending')`),
    index('subscription_bills_deleted')
      .on(t.emailHash, t.month)
      .where(sql`${t.companyId} is null`),
  ],
)

export const keepFor: KeepFor = [
  [subscriptionSettings, { forEver: 'the one row with the price and who bills' }],
  [userSubscriptions, { with: companies }],
  // Failed bills are deleted too, because they would not be sent after years and still name their
  // recipient.
  [
    subscriptionBills,
    {
      for: { years: 5 },
      old: (before) =>
        and(
          notInArray(subscriptionBills.status, ['queued', 'ending']),
          lt(subscriptionBills.createdAt, before),
        ),
    },
  ],
]
