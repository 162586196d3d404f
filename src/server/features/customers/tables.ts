import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import type { Contact } from '#clients/fiken/types'
import type { Client, ClientContact } from '#clients/servicem8/types'
import { users } from '../auth/tables.ts'

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A ServiceM8 client as we know it, and the Fiken contact it was last invoiced as (specification part 2 §3). */
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

/** Who receives the invoice, decided once: keyed so that a changed recipient does not follow an old link (decision 7). */
export const customerLinks = pgTable(
  'customer_links',
  {
    userId: owner(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    clientUuid: text('client_uuid').notNull(),
    /** The normalised recipient name. */
    recipientKey: text('recipient_key').notNull(),
    contactId: bigint('contact_id', { mode: 'number' }).notNull(),
    /** How it was found: member_number, organization_number, email_and_name, fuzzy, created, person. */
    foundBy: text('found_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.clientUuid, t.recipientKey] })],
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
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.clientUuid] })],
)

/** Mirror of Fiken's contacts: its own search is by equality only (decision 7). */
export const fikenContacts = pgTable(
  'fiken_contacts',
  {
    userId: owner(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    contactId: bigint('contact_id', { mode: 'number' }).notNull(),
    /** Normalised, for searching. */
    searchName: text('search_name').notNull(),
    organizationNumber: text('organization_number').notNull().default(''),
    memberNumber: text('member_number').notNull().default(''),
    email: text('email').notNull().default(''),
    data: jsonb('data').$type<Contact>().notNull(),
    inactive: boolean('inactive').notNull().default(false),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.contactId] }),
    index('fiken_contacts_organization').on(t.userId, t.fikenCompanySlug, t.organizationNumber),
  ],
)

/** Mirror of ServiceM8's clients, with the contacts that belong to each. */
export const servicem8Clients = pgTable(
  'servicem8_clients',
  {
    userId: owner(),
    uuid: text('uuid').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull(),
    data: jsonb('data').$type<Client>().notNull(),
    /** Null until the client's contacts have been read. */
    contacts: jsonb('contacts').$type<ClientContact[]>(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.uuid] })],
)
