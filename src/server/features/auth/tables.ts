import { lt, lte } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SecurityEvent, SecurityReason } from '#shared/access/security-events'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { ATTEMPTS_COUNT_FOR_MS } from './attempt-policy.ts'

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  /** The lower-cased e-mail address (rule 17). */
  username: text('username').notNull().unique(),
  email: text('email').notNull().unique(),
  /** argon2id, with its parameters in the text. */
  password: text('password').notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  companyName: text('company_name'),
  address: text('address'),
  postalCode: text('postal_code'),
  city: text('city'),
  /**
   * When the password was set by a link; null once the user has looked at the connections: whoever can
   * read the mails may be another than whoever connected.
   */
  resetAt: timestamp('reset_at', { withTimezone: true }),
  profileImageUrl: text('profile_image_url'),
  authProvider: text('auth_provider').notNull().default('local'),
  isAdmin: boolean('is_admin').notNull().default(false),
  isActive: boolean('is_active').notNull().default(true),
  /**
   * The last address from which a link of a mail was followed: where mails with customers' data go,
   * also after another one has been entered. Null = none was.
   */
  confirmedEmail: text('confirmed_email'),
  /** The address about which the question for a confirmation has been put away. */
  askedEmail: text('asked_email'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * The key is the SHA-256 of the cookie's session id, so that a copy of the table opens nobody's
 * session.
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

/** Single use, hashed. */
export const resetTokens = pgTable('reset_tokens', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  token: text('token').notNull().unique(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  used: boolean('used').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * Failed logins per account, counted so that guessing costs time and nobody is locked out for good;
 * and, in rows of their own, mails that anybody may have us send.
 */
export const loginAttempts = pgTable('login_attempts', {
  /** SHA-256 of the lower-cased e-mail: unknown addresses are counted too. */
  account: text('account').primaryKey(),
  failures: jsonb('failures').$type<number[]>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const CONFIRMATION_HOURS = 24

/** A link to confirm an address with; hashed, deleted a day after it was sent. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of what the link carries. */
    token: text('token').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('email_confirmations_user').on(t.userId),
    index('email_confirmations_email').on(t.email),
  ],
)

/**
 * Who did or tried what with an account, from where and why. Kept for 90 days, also when the account is
 * deleted meanwhile: whoever takes an account over may not delete what tells of it.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    event: text('event').$type<SecurityEvent>().notNull(),
    reason: text('reason').$type<SecurityReason>(),
    /** The address that was typed: its first letter and its domain. */
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

/** The second factor of whoever has switched it on: an authenticator app, and codes for its loss. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed: platform/vault.ts. */
  secret: text('secret').notNull(),
  /** Null while no code of it has come back: until then it counts for nothing. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The half-minute whose code was taken last: each is taken once. */
  lastStep: integer('last_step'),
  /** SHA-256 of those that are left. */
  recoveryCodes: jsonb('recovery_codes').$type<string[]>().notNull().default([]),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const keepFor: KeepFor = [
  [users, { forEver: 'until the user, or an administrator, deletes the account' }],
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
  // The privacy page and the agreement say so.
  [securityEvents, { for: { days: 90 }, old: (before) => lt(securityEvents.createdAt, before) }],
  [secondFactors, { with: users }],
]
