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
import { users } from '../auth/tables.ts'
import type { BillingOverride } from './reading/recipient.ts'

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A ServiceM8 client as we know it, and the Fiken contact it was last invoiced as. */
export const customers = pgTable(
  'customers',
  {
    id: uuid('id').primaryKey(),
    userId: owner(),
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
  (t) => [unique('customers_user_servicem8').on(t.userId, t.servicem8Id)],
)

/**
 * Who receives the invoice, decided once: keyed so that a changed recipient does not follow an old
 * link (rule 7).
 */
export const customerLinks = pgTable(
  'customer_links',
  {
    userId: owner(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    clientUuid: text('client_uuid').notNull(),
    /** The normalised recipient name. */
    recipientKey: text('recipient_key').notNull(),
    /** As it was written; "" for links from before it was kept. */
    recipientName: text('recipient_name').notNull().default(''),
    contactId: bigint('contact_id', { mode: 'number' }).notNull(),
    /**
     * How it was found: member_number, organization_number, email_and_name, fuzzy, created, person.
     */
    foundBy: text('found_by').notNull(),
    /** The rule that found it, or has judged it since (MATCHING_RULE in link-store.ts). */
    rule: integer('rule').notNull().default(1),
    /**
     * The addresses that it holds for, where the recipient is not the client itself: two recipients of
     * one name at different doors are two. Empty: none has been seen, and it holds for any.
     */
    doors: jsonb('doors').$type<DoorOfLink[]>().notNull().default([]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.clientUuid, t.recipientKey] })],
)

/** Whom a recipient is at one address. */
export interface DoorOfLink {
  /** For comparing (recipient-door.ts); "" where the address cannot be told. */
  key: string
  /** For a person to read. */
  address: string
  contactId: number
}

/**
 * A contact that a person has said a client's recipient is not, however alike they are. It is not
 * proposed again until that is taken back, and no contact is made of itself in its place.
 */
export const rejectedContacts = pgTable(
  'rejected_contacts',
  {
    userId: owner(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    clientUuid: text('client_uuid').notNull(),
    recipientKey: text('recipient_key').notNull(),
    recipientName: text('recipient_name').notNull(),
    contactId: bigint('contact_id', { mode: 'number' }).notNull(),
    rejectedAt: timestamp('rejected_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.userId, t.fikenCompanySlug, t.clientUuid, t.recipientKey, t.contactId],
    }),
  ],
)

/** A saved billing address beats what ServiceM8 says. */
export const billingOverrides = pgTable(
  'billing_overrides',
  {
    userId: owner(),
    clientUuid: text('client_uuid').notNull(),
    billingCompanyName: text('billing_company_name').notNull().default(''),
    billingAddress: text('billing_address').notNull().default(''),
    billingCity: text('billing_city').notNull().default(''),
    billingPostalCode: text('billing_postal_code').notNull().default(''),
    billingCountry: text('billing_country').notNull().default('Norge'),
    /** The recipient's, nine digits; "" when nobody has entered it. */
    organizationNumber: text('organization_number').notNull().default(''),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.clientUuid] })],
)

/**
 * How a saved billing address comes to ServiceM8: what is to be there, tried until it is. The row
 * stays when it is done, for taking the save back.
 */
export const billingWrites = pgTable(
  'billing_writes',
  {
    userId: owner(),
    clientUuid: text('client_uuid').notNull(),
    /** Names this save; an undo, and every write of a run, holds for no other. */
    change: uuid('change').notNull(),
    /** The client's billing address as it is to be in ServiceM8. */
    text: text('text').notNull(),
    /** What may be there instead, and may be replaced: anything else is somebody's later edit. */
    expected: jsonb('expected').$type<string[]>().notNull(),
    /** What was there, and saved here, before: where an undo leads. */
    textBefore: text('text_before').notNull(),
    overrideBefore: jsonb('override_before').$type<BillingOverride>(),
    /** waiting | written | consent | changed (shared/contracts/customers.ts). */
    state: text('state').$type<WriteState>().notNull(),
    /** Why it is not written yet, in Norwegian; "" when there is nothing to say. */
    why: text('why').notNull().default(''),
    failures: integer('failures').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.clientUuid] }),
    index('billing_writes_open')
      .on(t.nextTryAt)
      .where(sql`${t.state} in ('waiting', 'consent')`),
  ],
)

export type WriteState = 'waiting' | 'written' | 'consent' | 'changed'

/**
 * What the last comparison of all clients with all contacts said about each client that is billed.
 * Who is linked is in `customer_links`; the lists are read against it, so a decision made since
 * shows.
 */
export const customerMatches = pgTable(
  'customer_matches',
  {
    userId: owner(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    clientUuid: text('client_uuid').notNull(),
    kind: text('kind').$type<MatchKind>().notNull(),
    /** "" where it is not known who receives the invoices. */
    recipientKey: text('recipient_key').notNull(),
    recipientName: text('recipient_name').notNull(),
    contactId: bigint('contact_id', { mode: 'number' }),
    contactName: text('contact_name').notNull().default(''),
    why: text('why').notNull(),
    /** Best first: ten at most, and those that a person has said it is not. */
    candidates: jsonb('candidates').$type<StoredCandidate[]>().notNull(),
    matchedAt: timestamp('matched_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.clientUuid] })],
)

/** Rows from before there were comparisons have none. */
export type StoredCandidate = Omit<MatchCandidate, 'comparison'> & { comparison?: string }

export const keepFor: KeepFor = [
  [customers, { with: users }],
  [customerLinks, { with: users }],
  [rejectedContacts, { with: users }],
  [billingOverrides, { with: users }],
  [billingWrites, { with: users }],
  [customerMatches, { with: users }],
]
