import { sql } from 'drizzle-orm'
import {
  pgTable,
  primaryKey,
  text,
  timestamp,
  bigint,
  boolean,
  index,
  jsonb,
} from 'drizzle-orm/pg-core'
import type { Contact, Product } from '#clients/fiken/types'
import type { JobPart } from '#clients/servicem8/job-parts'
import type {
  Client,
  ClientContact,
  JobLine,
  JobPayment,
  Material,
  TaxRate,
} from '#clients/servicem8/types'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

/**
 * The kinds of mirrors. `…_whole` stores when a Fiken list was last read in full, which is how
 * deletions are detected. `…_proved` stores up to when every row of a Fiken list is proved to be in
 * our copy (fiken-sync.ts). `refresh` stores the last run over all of a company's mirrors, whatever
 * its result. `payments` copies no objects: with a company as its scope, it stores how far the
 * company's invoices have been checked for payments; without a company, it stores the last such
 * check.
 */
export type Mirror =
  | 'contacts'
  | 'contacts_whole'
  | 'contacts_proved'
  | 'products'
  | 'products_whole'
  | 'products_proved'
  | 'materials'
  | 'tax_rates'
  | 'clients'
  | 'client_contacts'
  | 'job_lines'
  | 'job_contacts'
  | 'job_payments'
  | 'refresh'
  | 'payments'

export const mirrorCursors = pgTable(
  'mirror_cursors',
  {
    companyId: companyColumn(),
    mirror: text('mirror').$type<Mirror>().notNull(),
    /**
     * The slug of the Fiken company or the uuid of the ServiceM8 account; a new scope is read
     * afresh.
     */
    scope: text('scope').notNull(),
    cursor: text('cursor').notNull().default(''),
    completedAt: timestamp('completed_at', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.mirror, t.scope] })],
)

export const fikenContacts = pgTable(
  'fiken_contacts',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    contactId: bigint('contact_id', { mode: 'number' }).notNull(),
    searchName: text('search_name').notNull(),
    organizationNumber: text('organization_number').notNull().default(''),
    memberNumber: text('member_number').notNull().default(''),
    email: text('email').notNull().default(''),
    data: jsonb('data').$type<Contact>().notNull(),
    inactive: boolean('inactive').notNull().default(false),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.contactId] }),
    index('fiken_contacts_organization').on(t.companyId, t.fikenCompanySlug, t.organizationNumber),
  ],
)

export const servicem8Clients = pgTable(
  'servicem8_clients',
  {
    companyId: companyColumn(),
    uuid: text('uuid').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull(),
    data: jsonb('data').$type<Client>().notNull(),
    /** The client's contacts; null until they have been read. */
    contacts: jsonb('contacts').$type<ClientContact[]>(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.uuid] })],
)

export const fikenProducts = pgTable(
  'fiken_products',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    productNumber: text('product_number').notNull(),
    active: boolean('active').notNull(),
    data: jsonb('data').$type<Product>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.productId] }),
    index('fiken_products_number').on(t.companyId, t.fikenCompanySlug, t.productNumber),
    index('fiken_products_number_key').on(
      t.companyId,
      t.fikenCompanySlug,
      sql`lower(${t.productNumber})`,
    ),
  ],
)

export const servicem8Materials = pgTable(
  'servicem8_materials',
  {
    companyId: companyColumn(),
    uuid: text('uuid').notNull(),
    itemNumber: text('item_number').notNull(),
    active: boolean('active').notNull(),
    data: jsonb('data').$type<Material>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.uuid] }),
    // Indexes for the keys by which an item can be a product in Fiken (rule 9); see
    // search-store.ts.
    index('servicem8_materials_number').on(t.companyId, sql`lower(trim(${t.itemNumber}))`),
    index('servicem8_materials_barcode').on(t.companyId, sql`lower(trim(${t.data} ->> 'barcode'))`),
    index('servicem8_materials_uuid_start').on(t.companyId, sql`lower(left(${t.uuid}, 8))`),
  ],
)

/** The tax rates in ServiceM8, including inactive rates, to which old lines refer. */
export const servicem8TaxRates = pgTable(
  'servicem8_tax_rates',
  {
    companyId: companyColumn(),
    uuid: text('uuid').notNull(),
    data: jsonb('data').$type<TaxRate>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.uuid] })],
)

/**
 * The number of days for which contents are kept. Most jobs are completed within weeks of their
 * last line.
 */
export const PARTS_KEPT_DAYS = 120

export type JobPartKind = 'job_lines' | 'job_contacts' | 'job_payments'

export const servicem8JobParts = pgTable(
  'servicem8_job_parts',
  {
    companyId: companyColumn(),
    kind: text('kind').$type<JobPartKind>().notNull(),
    uuid: text('uuid').notNull(),
    jobUuid: text('job_uuid').notNull(),
    data: jsonb('data').$type<JobPart<JobLine | ClientContact | JobPayment>>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.kind, t.uuid] }),
    index('servicem8_job_parts_job').on(t.companyId, t.jobUuid),
  ],
)

export const keepFor: KeepFor = [
  [mirrorCursors, { with: companies }],
  [fikenContacts, { with: companies }],
  [servicem8Clients, { with: companies }],
  [fikenProducts, { with: companies }],
  [servicem8Materials, { with: companies }],
  [servicem8TaxRates, { with: companies }],
  // The contents of older rows are removed, but the rows remain so that it is known that the job
  // has them.
  [
    servicem8JobParts,
    {
      for: { days: PARTS_KEPT_DAYS },
      old: (
        before,
      ) => sql`${servicem8JobParts.data} ->> 'editDate' < ${before.toISOString().slice(0, 19).replace('T', ' ')}
        and ${servicem8JobParts.data} -> 'value' <> 'null'::jsonb`,
      emptied: { data: sql`${servicem8JobParts.data} || '{"value": null}'::jsonb` },
    },
  ],
]
