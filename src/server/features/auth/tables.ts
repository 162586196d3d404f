import { lt, lte, sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { INVITATION_DAYS } from '#shared/access/invitation'
import { ROLES } from '#shared/access/roles'
import { HIDDEN_UNTIL_USED } from '#shared/contracts/auth'
import type { SecurityEvent, SecurityReason } from '#shared/access/security-events'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { ATTEMPTS_COUNT_FOR_MS } from './attempt-policy.ts'

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  username: text('username').notNull().unique(),
  email: text('email').notNull().unique(),
  /** The argon2id hash, including its parameters. */
  password: text('password').notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  /** The company as it was registered with the log-in; `companies` has what is true since. */
  companyName: text('company_name'),
  address: text('address'),
  postalCode: text('postal_code'),
  city: text('city'),
  /**
   * The time when the password was set with a reset link; null once the user has reviewed the
   * connections. The review is required because another person with mailbox access might have set
   * the password.
   */
  resetAt: timestamp('reset_at', { withTimezone: true }),
  profileImageUrl: text('profile_image_url'),
  authProvider: text('auth_provider').notNull().default('local'),
  isAdmin: boolean('is_admin').notNull().default(false),
  isActive: boolean('is_active').notNull().default(true),
  /**
   * The last address confirmed by following a mailed link; null when no link was followed. Mails
   * with customers' data go to this address, also after the user has entered another address.
   */
  confirmedEmail: text('confirmed_email'),
  /** The address that the user no longer wants to be asked to confirm. */
  askedEmail: text('asked_email'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * The companies, to which everything belongs that is not a person's log-in. The id of a person's
 * first company is the person's own, so that rows from the time when a log-in was a company keep
 * their keys (docs/decisions/0070-companies.md).
 */
export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  name: text('name'),
  address: text('address'),
  postalCode: text('postal_code'),
  city: text('city'),
  /** False while the owner's log-in is deactivated: the company's work then pauses (rule 22). */
  isActive: boolean('is_active').notNull().default(true),
  /** The parts of the product that the company has used at least once. */
  used: text('used', { enum: HIDDEN_UNTIL_USED }).array().notNull().default([]),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Returns the column of the company that a row belongs to, and with which it is deleted. */
export const companyColumn = () =>
  uuid('user_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })

const personColumn = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Who may act for a company, and as what. A company has exactly one owner. */
export const memberships = pgTable(
  'memberships',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.personId] }),
    index('memberships_person').on(t.personId, t.companyId),
    uniqueIndex('memberships_owner')
      .on(t.companyId)
      .where(sql`${t.role} = 'owner'`),
  ],
)

/** How an invitation stands; only an open one can be accepted. */
const INVITATION_STATES = [
  'open',
  'accepted',
  'withdrawn',
  /** A newer one to the same address, or to another new owner. */
  'replaced',
  /** The inviter is no longer the owner. */
  'ended',
  /** The mail server refused the mail. */
  'unsent',
] as const

/**
 * The invitations to become a member of a company, or with the role of the owner to take it over.
 * A row is kept when the invitation has ended, because a company may send only so many a day.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the mailed token. */
    token: text('token').notNull().unique(),
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    state: text('state', { enum: INVITATION_STATES }).notNull().default('open'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('invitations_company').on(t.companyId, t.createdAt, t.id),
    index('invitations_inviter').on(t.invitedBy),
    uniqueIndex('invitations_open')
      .on(t.companyId, t.email)
      .where(sql`${t.state} = 'open'`),
  ],
)

/**
 * The users' sessions. The key is the SHA-256 of the session id in the cookie, so that a copy of
 * the table gives no access to sessions.
 */
export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonb('sess').notNull(),
    expire: timestamp('expire', { withTimezone: true }).notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
)

export const resetTokens = pgTable('reset_tokens', {
  id: uuid('id').primaryKey(),
  userId: personColumn(),
  token: text('token').notNull().unique(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  used: boolean('used').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * The failed sign-ins per account, which delay further attempts without locking the account
 * permanently. Separate rows count the mails that anyone can cause to be sent.
 */
export const loginAttempts = pgTable('login_attempts', {
  /** The SHA-256 of the lower-case e-mail address; addresses without an account are stored too. */
  account: text('account').primaryKey(),
  failures: jsonb('failures').$type<number[]>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const CONFIRMATION_HOURS = 24

/**
 * The links that confirm an e-mail address, stored as hashes and deleted a day after they were
 * sent.
 */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    token: text('token').primaryKey(),
    userId: personColumn(),
    email: text('email').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('email_confirmations_user').on(t.userId),
    index('email_confirmations_email').on(t.email),
  ],
)

/**
 * The security-relevant actions and attempts with an account: who, from where and why. Rows are
 * kept for 90 days even when the account is deleted, so that somebody who takes over an account
 * cannot delete the evidence.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    event: text('event').$type<SecurityEvent>().notNull(),
    reason: text('reason').$type<SecurityReason>(),
    /** The first letter and the domain of the e-mail address that was typed. */
    who: text('who'),
    address: text('address'),
    device: text('device'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('security_events_user').on(t.userId, t.createdAt, t.id),
    index('security_events_newest').on(t.createdAt, t.id),
  ],
)

export const secondFactors = pgTable('second_factors', {
  userId: personColumn().primaryKey(),
  secret: text('secret').notNull(),
  /**
   * The time when the user entered the first code made with the secret; until then null, and
   * sign-in requires no code.
   */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The 30-second TOTP time step of the last accepted code, so that a code cannot be reused. */
  lastStep: integer('last_step'),
  /** The SHA-256 hashes of the unused recovery codes. */
  recoveryCodes: jsonb('recovery_codes').$type<string[]>().notNull().default([]),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const keepFor: KeepFor = [
  [users, { forEver: 'until the user, or an administrator, deletes the account' }],
  [companies, { forEver: 'until the owner, or an administrator, deletes the owner’s account' }],
  [memberships, { with: companies }],
  [
    invitations,
    { for: { days: INVITATION_DAYS }, old: (before) => lte(invitations.createdAt, before) },
  ],
  [sessions, { for: {}, old: (now) => lte(sessions.expire, now) }],
  [resetTokens, { for: {}, old: (now) => lt(resetTokens.expiresAt, now) }],
  [
    loginAttempts,
    {
      for: { hours: ATTEMPTS_COUNT_FOR_MS / 3_600_000 },
      old: (before) => lt(loginAttempts.updatedAt, before),
    },
  ],
  [
    emailConfirmations,
    {
      for: { hours: CONFIRMATION_HOURS },
      old: (before) => lte(emailConfirmations.createdAt, before),
    },
  ],
  // The privacy page and the agreement name this period.
  [securityEvents, { for: { days: 90 }, old: (before) => lt(securityEvents.createdAt, before) }],
  [secondFactors, { with: users }],
]
