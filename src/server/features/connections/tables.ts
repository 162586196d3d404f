import {
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { BankAccount, LedgerAccount, PostalAddress } from '#clients/fiken/types'
import { VENDORS, type ConnectionStatus } from '#shared/contracts/connections'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn, users } from '../auth/tables.ts'

/**
 * A connection's status in the database. With the status `refused` the user is asked to connect
 * again, as with `reauth_required`, but the tokens are kept and retried.
 */
export type StoredStatus = ConnectionStatus | 'refused'

/** How a grant stands: what its companies see, or `ending` once no company uses it any more. */
export type GrantStatus = Exclude<StoredStatus, 'disconnected'> | 'ending'

/**
 * The authorisations by which vendors let us in. A grant is one row with one pair of tokens, however
 * many companies use it, so that its rotating tokens are never copied. It is stored separately from
 * `configurations`, so that saving a setting and rotating a token never overwrite each other
 * (docs/decisions/0007).
 */
export const grants = pgTable(
  'grants',
  {
    id: uuid('id').primaryKey(),
    vendor: text('vendor', { enum: VENDORS }).notNull(),
    /**
     * Who has authorised. Null for ServiceM8, whose authorisation belongs to the account and so to
     * its only company, and for the grant of a deleted person until it is revoked.
     */
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    /** The ServiceM8 account's uuid, or the Fiken user's e-mail address in lower case. */
    account: text('account').notNull(),
    status: text('status').$type<GrantStatus>().notNull(),
    accessToken: text('access_token').notNull(),
    refreshToken: text('refresh_token'),
    /**
     * The owner to which the vault has bound the tokens: the grant itself, or the company for which
     * a former version stored them and nothing has renewed or resealed them since.
     */
    sealedFor: uuid('sealed_for').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    scope: text('scope').notNull().default(''),
    /**
     * The reason why the token endpoint currently issues no tokens (TokenRefusal.reason); null when
     * it issues tokens.
     */
    refusal: text('refusal'),
    refusedSince: timestamp('refused_since', { withTimezone: true }),
    /**
     * The time of the next check of the grant: to retry a refused grant, to continue work after
     * the grant was accepted, or to end it. Null when no check is needed.
     */
    checkAt: timestamp('check_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('grants_person').on(t.personId, t.id),
    // This index is nearly always empty, and read by every tick.
    index('grants_check')
      .on(t.checkAt)
      .where(sql`${t.checkAt} is not null`),
  ],
)

/**
 * Which grant each company uses at each vendor, and what is the company's own about the connection.
 */
export const connections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey(),
    companyId: companyColumn(),
    vendor: text('vendor', { enum: VENDORS }).notNull(),
    grantId: uuid('grant_id').references(() => grants.id),
    /**
     * The grant's status as long as there is one; whoever writes that writes this in the same
     * transaction (grant-store.ts). The queries of all lanes read it here, without a join.
     */
    status: text('status').$type<StoredStatus>().notNull(),
    /** The account as the grant has it; kept without a grant, to be recognised when it is back. */
    account: text('account'),
    accountName: text('account_name'),
    /**
     * The time since which this login has had the account without interruption; earlier drafts
     * might have been made by another login. Null while another login has, or later had, the
     * account.
     */
    accountSince: timestamp('account_since', { withTimezone: true }),
    /** The account's time zone, needed because ServiceM8 writes local times without a zone. */
    timeZone: text('time_zone').notNull().default('Europe/Oslo'),
    currency: text('currency').notNull().default('NOK'),
    /** The organisation number in the ServiceM8 account; empty when it has none. */
    organizationNumber: text('organization_number').notNull().default(''),
    /**
     * The key by which the vendor limiter orders requests: one lane per Fiken user, one bucket per
     * ServiceM8 account. Kept without a grant, because work may still be running.
     */
    lane: text('lane'),
    problem: text('problem'),
    /**
     * The time until which the vendor counts as unavailable. No work runs on the lane before then;
     * afterwards the vendor is tried again (decision 0012).
     */
    pausedUntil: timestamp('paused_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('connections_user_vendor').on(t.companyId, t.vendor),
    index('connections_grant').on(t.grantId),
    index('connections_lane').on(t.lane),
    // Connections that the user must renew, for the mails about blocked transfers.
    index('connections_standing')
      .on(t.companyId)
      .where(sql`${t.status} in ('reauth_required', 'refused')`),
    // Rule 13: a ServiceM8 account is connected to only one company at a time.
    uniqueIndex('connections_servicem8_account')
      .on(t.account)
      .where(sql`${t.vendor} = 'servicem8' and ${t.status} <> 'disconnected'`),
  ],
)

/**
 * The companies in Fiken that a grant gives access to, as last listed, so that our companies can be
 * paired with them without a request for each.
 */
export const grantCompanies = pgTable(
  'grant_companies',
  {
    grantId: uuid('grant_id')
      .notNull()
      .references(() => grants.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    organizationNumber: text('organization_number').notNull(),
  },
  (t) => [primaryKey({ columns: [t.grantId, t.slug] })],
)

/** The authorisations in progress, each bound to a session and usable once within ten minutes. */
export const oauthStates = pgTable('oauth_states', {
  /** The SHA-256 of the state in the URL of the vendor's consent page. */
  state: text('state').primaryKey(),
  companyId: companyColumn(),
  /** Who started it. The membership is checked again when the vendor sends the person back. */
  personId: uuid('person_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  vendor: text('vendor', { enum: VENDORS }).notNull(),
  session: text('session').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/**
 * The webhook subscriptions at ServiceM8, one per company. One that somebody has deleted is not
 * created again by the nightly check (rule 19).
 */
export const webhookSubscriptions = pgTable('webhook_subscriptions', {
  companyId: companyColumn().primaryKey(),
  /** The SHA-256 of the secret in the callback URL, which tells whose an incoming webhook is. */
  secretHash: text('secret_hash').notNull().unique(),
  /** The encrypted secret, needed to subscribe again with the same URL. */
  secret: text('secret').notNull(),
  /** The subscription's id at ServiceM8; null until ServiceM8 has accepted the subscription. */
  subscriptionId: text('subscription_id'),
  active: boolean('active').notNull().default(false),
  removedByUser: boolean('removed_by_user').notNull().default(false),
  problem: text('problem'),
  checkedAt: timestamp('checked_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/**
 * The stored data of the chosen Fiken companies, so that a transfer needs no request for them. The
 * data is refreshed daily and when a company is chosen.
 */
export const fikenCompanies = pgTable(
  'fiken_companies',
  {
    companyId: companyColumn(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    organizationNumber: text('organization_number').notNull().default(''),
    vatRegistered: boolean('vat_registered').notNull(),
    /**
     * The company's address; null when Fiken has no address, or when the company was stored before
     * this column existed.
     */
    address: jsonb('address').$type<PostalAddress>(),
    bankAccounts: jsonb('bank_accounts').$type<BankAccount[]>().notNull(),
    accounts: jsonb('accounts').$type<LedgerAccount[]>().notNull(),
    refreshedAt: timestamp('refreshed_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.slug] })],
)

export const keepFor: KeepFor = [
  [grants, { forEver: 'until no company uses it' }],
  [connections, { with: companies }],
  [grantCompanies, { with: grants }],
  // An uncompleted authorisation is also deleted when the next one starts.
  [oauthStates, { with: companies }],
  [webhookSubscriptions, { with: companies }],
  [fikenCompanies, { with: companies }],
]
