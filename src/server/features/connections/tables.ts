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
import { users } from '../auth/tables.ts'

/**
 * `refused`: the user is asked to connect again as with reauth_required, but the tokens are kept
 * and tried.
 */
export type StoredStatus = ConnectionStatus | 'refused'

/**
 * A user's grant at one vendor. Kept apart from `configurations`, so that a saved setting and a
 * rotated token never overwrite each other (docs/decisions/0007).
 */
export const connections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    vendor: text('vendor', { enum: VENDORS }).notNull(),
    status: text('status').$type<StoredStatus>().notNull(),
    /** Sealed by platform/vault.ts. */
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    scope: text('scope').notNull().default(''),
    /** ServiceM8: the account's uuid. Fiken: the e-mail from GET /user, lower-cased. */
    account: text('account'),
    accountName: text('account_name'),
    /**
     * The time since which this login has had the account without a break; earlier drafts may have
     * been made by another login. Null while another login has, or has had, the account since.
     */
    accountSince: timestamp('account_since', { withTimezone: true }),
    /** ServiceM8 writes local times without a zone; this is the account's. */
    timeZone: text('time_zone').notNull().default('Europe/Oslo'),
    currency: text('currency').notNull().default('NOK'),
    /**
     * The name on which the vendor limiter serialises: one lane per Fiken user, one bucket per
     * ServiceM8 account.
     */
    lane: text('lane'),
    /** The reason to authorise again, in Norwegian. */
    problem: text('problem'),
    /**
     * The reason why the token endpoint gives no tokens now (TokenRefusal.reason); null when it
     * does.
     */
    refusal: text('refusal'),
    refusedSince: timestamp('refused_since', { withTimezone: true }),
    /**
     * The time to check the grant: to try a refused one again, or to let work continue after it was
     * accepted.
     */
    checkAt: timestamp('check_at', { withTimezone: true }),
    /**
     * Until this time the vendor is considered unavailable: nothing runs on the lane, which then
     * tries again (decision 0012).
     */
    pausedUntil: timestamp('paused_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('connections_user_vendor').on(t.userId, t.vendor),
    index('connections_lane').on(t.lane),
    // Nearly always empty, and read by every tick.
    index('connections_check')
      .on(t.checkAt)
      .where(sql`${t.checkAt} is not null`),
    // Connections that the user must renew, for the mails about stopped work.
    index('connections_standing')
      .on(t.userId)
      .where(sql`${t.status} in ('reauth_required', 'refused')`),
    // Rule 13: one ServiceM8 account is active for one user at a time.
    uniqueIndex('connections_servicem8_account')
      .on(t.account)
      .where(sql`${t.vendor} = 'servicem8' and ${t.status} <> 'disconnected'`),
  ],
)

/** An authorisation in progress: bound to the session, usable once, within ten minutes. */
export const oauthStates = pgTable('oauth_states', {
  /** SHA-256 of the state in the vendor's address. */
  state: text('state').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  vendor: text('vendor', { enum: VENDORS }).notNull(),
  /** SHA-256 of the session id that started it. */
  session: text('session').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/**
 * The subscription at ServiceM8, one per user. One that the user has deleted is not created again
 * by the nightly check (rule 19).
 */
export const webhookSubscriptions = pgTable('webhook_subscriptions', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 of the secret in the callback path, by which an incoming ping finds its user. */
  secretHash: text('secret_hash').notNull().unique(),
  /** The secret itself, sealed: needed to subscribe again with the same address. */
  secret: text('secret').notNull(),
  /** Null until ServiceM8 has accepted the subscription. */
  subscriptionId: text('subscription_id'),
  active: boolean('active').notNull().default(false),
  removedByUser: boolean('removed_by_user').notNull().default(false),
  problem: text('problem'),
  checkedAt: timestamp('checked_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/**
 * The stored data of a chosen Fiken company, so that a transfer needs no call for it. Refreshed
 * daily and when chosen.
 */
export const fikenCompanies = pgTable(
  'fiken_companies',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    organizationNumber: text('organization_number').notNull().default(''),
    vatRegistered: boolean('vat_registered').notNull(),
    /** Null when Fiken has none, or the company was stored before this column existed. */
    address: jsonb('address').$type<PostalAddress>(),
    bankAccounts: jsonb('bank_accounts').$type<BankAccount[]>().notNull(),
    accounts: jsonb('accounts').$type<LedgerAccount[]>().notNull(),
    refreshedAt: timestamp('refreshed_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.slug] })],
)

export const keepFor: KeepFor = [
  [connections, { with: users }],
  // An unfinished one is also deleted when the next begins.
  [oauthStates, { with: users }],
  [webhookSubscriptions, { with: users }],
  [fikenCompanies, { with: users }],
]
