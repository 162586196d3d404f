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
   * The time when the password was set by a link; null once the user has reviewed the connections.
   * Whoever can read the mails may not be the one who connected.
   */
  resetAt: timestamp('reset_at', { withTimezone: true }),
  profileImageUrl: text('profile_image_url'),
  authProvider: text('auth_provider').notNull().default('local'),
  isAdmin: boolean('is_admin').notNull().default(false),
  isActive: boolean('is_active').notNull().default(true),
  /**
   * The last address from which a mailed link was followed. Mails with customers' data go here,
   * also after another address has been entered. Null when no link was followed.
   */
  confirmedEmail: text('confirmed_email'),
  /** The address that the user no longer wants to be asked to confirm. */
  askedEmail: text('asked_email'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * Sessions by the SHA-256 of the cookie's session id, so that a copy of the table opens no session.
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

/** Single-use tokens, stored as their hash. */
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
 * and, in rows of their own, mails that anyone can have us send.
 */
export const loginAttempts = pgTable('login_attempts', {
  /** SHA-256 of the lower-cased e-mail address, also of unknown ones. */
  account: text('account').primaryKey(),
  failures: jsonb('failures').$type<number[]>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const CONFIRMATION_HOURS = 24

/** Links that confirm an address; stored as their hash, deleted a day after they were sent. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the token in the link. */
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
 * Acts and attempts with an account: who, from where and why. Kept for 90 days even when the
 * account is deleted, so that whoever takes an account over cannot delete the traces.
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

/**
 * The second factor of users who have switched it on: an authenticator app, and codes for its loss.
 */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed by platform/vault.ts. */
  secret: text('secret').notNull(),
  /** Null until a code made with the secret has come back; the factor is not in use before. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The half-minute whose code was accepted last: each is accepted once. */
  lastStep: integer('last_step'),
  /** SHA-256 of the codes that are left. */
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
