import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MatchCandidate, MatchKind } from '#shared/contracts/customer-import'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'
import type { BillingOverride } from './reading/recipient.ts'

export const customers = pgTable(
  'customers',
  {
    id: uuid('id').primaryKey(),
    companyId: companyColumn(),
    servicem8Id: text('servicem8_id').notNull(),
    fikenContactId: text('fiken_contact_id'),
    name: text('name').notNull(),
    organizationNumber: text('organization_number'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    postalCode: text('postal_code'),
    contactName: text('contact_name'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [unique('customers_user_servicem8').on(t.companyId, t.servicem8Id)],
)

/**
 * The links from recipients to contacts in Fiken. The recipient is part of the key, so a changed
 * recipient does not use an old link (rule 7).
 */
export const customerLinks = pgTable(
  'customer_links',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    clientUuid: text('client_uuid').notNull(),
    recipientKey: text('recipient_key').notNull(),
    /** The recipient's name; "" for links stored without a name. */
    recipientName: text('recipient_name').notNull().default(''),
    contactId: bigint('contact_id', { mode: 'number' }).notNull(),
    /**
     * The origin of the link: member_number, organization_number, email_and_name, fuzzy, created or
     * person.
     */
    foundBy: text('found_by').notNull(),
    /** The matching rule that made or last approved the link (MATCHING_RULE in link-store.ts). */
    rule: integer('rule').notNull().default(1),
    /**
     * The billing addresses that the link applies to, when the recipient is not the client itself:
     * recipients with the same name at different addresses are different customers. Empty when no
     * address is known; the link then applies to any address.
     */
    doors: jsonb('doors').$type<DoorOfLink[]>().notNull().default([]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.clientUuid, t.recipientKey] })],
)

export interface DoorOfLink {
  /** The normalised address (recipient-door.ts); "" when the address cannot be parsed. */
  key: string
  address: string
  contactId: number
}

/**
 * The similar contacts that users have rejected for a client's recipient. A rejected contact is not
 * proposed again until the user undoes the rejection, and no contact is created automatically
 * instead.
 */
export const rejectedContacts = pgTable(
  'rejected_contacts',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    clientUuid: text('client_uuid').notNull(),
    recipientKey: text('recipient_key').notNull(),
    recipientName: text('recipient_name').notNull(),
    contactId: bigint('contact_id', { mode: 'number' }).notNull(),
    rejectedAt: timestamp('rejected_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.companyId, t.fikenCompanySlug, t.clientUuid, t.recipientKey, t.contactId],
    }),
  ],
)

/** The billing addresses that users have saved, which override the billing address in ServiceM8. */
export const billingOverrides = pgTable(
  'billing_overrides',
  {
    companyId: companyColumn(),
    clientUuid: text('client_uuid').notNull(),
    billingCompanyName: text('billing_company_name').notNull().default(''),
    billingAddress: text('billing_address').notNull().default(''),
    billingCity: text('billing_city').notNull().default(''),
    billingPostalCode: text('billing_postal_code').notNull().default(''),
    billingCountry: text('billing_country').notNull().default('Norge'),
    /** The organisation number of nine digits; "" when unknown. */
    organizationNumber: text('organization_number').notNull().default(''),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.clientUuid] })],
)

/**
 * The saved billing addresses on their way to ServiceM8. A write is retried until it succeeds, and
 * kept afterwards so that the save can be undone.
 */
export const billingWrites = pgTable(
  'billing_writes',
  {
    companyId: companyColumn(),
    clientUuid: text('client_uuid').notNull(),
    /**
     * The id of this save. An undo and the queue's writes only affect the row while it has this id.
     */
    change: uuid('change').notNull(),
    text: text('text').notNull(),
    /** The texts that may be overwritten in ServiceM8; any other text is a later edit. */
    expected: jsonb('expected').$type<string[]>().notNull(),
    /** The texts before the save, in ServiceM8 and in Fakturabro, which an undo restores. */
    textBefore: text('text_before').notNull(),
    overrideBefore: jsonb('override_before').$type<BillingOverride>(),
    state: text('state').$type<WriteState>().notNull(),
    /** The reason, in Norwegian, why the address is not written; "" when there is none. */
    why: text('why').notNull().default(''),
    failures: integer('failures').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.clientUuid] }),
    index('billing_writes_open')
      .on(t.nextTryAt)
      .where(sql`${t.state} in ('waiting', 'consent')`),
  ],
)

export type WriteState = 'waiting' | 'written' | 'consent' | 'changed'

/**
 * The result of the last comparison of all clients with all contacts, for each billed client. Links
 * are in `customer_links` and joined on reading, so that later decisions are visible.
 */
export const customerMatches = pgTable(
  'customer_matches',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    clientUuid: text('client_uuid').notNull(),
    kind: text('kind').$type<MatchKind>().notNull(),
    /** The key of the recipient; "" when the recipient of the client's invoices is unknown. */
    recipientKey: text('recipient_key').notNull(),
    recipientName: text('recipient_name').notNull(),
    contactId: bigint('contact_id', { mode: 'number' }),
    contactName: text('contact_name').notNull().default(''),
    why: text('why').notNull(),
    /** At most ten candidates, best first, plus the contacts that the user has rejected. */
    candidates: jsonb('candidates').$type<StoredCandidate[]>().notNull(),
    matchedAt: timestamp('matched_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.clientUuid] })],
)

/** A candidate as stored in the database; older rows have no comparison text. */
export type StoredCandidate = Omit<MatchCandidate, 'comparison'> & { comparison?: string }

export const keepFor: KeepFor = [
  [customers, { with: companies }],
  [customerLinks, { with: companies }],
  [rejectedContacts, { with: companies }],
  [billingOverrides, { with: companies }],
  [billingWrites, { with: companies }],
  [customerMatches, { with: companies }],
]
