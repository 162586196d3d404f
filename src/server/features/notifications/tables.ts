import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

/** The mails that a user wants; no row means all of them. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  failureMail: boolean('failure_mail').notNull().default(true),
  weeklySummary: boolean('weekly_summary').notNull().default(true),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/**
 * The topics that a user is mailed about, each once: a row per cause for as long as it stands, and
 * one per week. The key keeps a thousand failures of one cause at one mail; the row of a fixed
 * cause is deleted, so that it may be mailed again. The table kept its older name.
 */
export const notifications = pgTable(
  'notices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * A key of shared/causes/index.ts, `week:` with the Monday on which the summary is sent, or
     * `bills:` with the month whose bills have stopped.
     */
    topic: text('topic').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The time to send it, the first time or again after the mail server refused it. */
    nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /**
     * Until this time a process is sending it, by the database's clock; if that process died,
     * another takes over.
     */
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    /** Mailed, or not wanted by the user: nothing more is sent. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** The time since which the cause has not been seen. */
    goneAt: timestamp('gone_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.topic] }),
    index('notices_due')
      .on(t.nextAt)
      .where(sql`${t.settledAt} is null and ${t.goneAt} is null`),
    // Without the weekly summaries, of which everybody has one.
    index('notices_causes')
      .on(t.userId, t.topic)
      .where(sql`${t.topic} not like 'week:%'`),
  ],
)

export const keepFor: KeepFor = [
  [notificationPreferences, { with: users }],
  // Fixed causes are deleted at once.
  [notifications, { with: users }],
]
