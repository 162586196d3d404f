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

/** Which mails a user wants. No row = all of them. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  failureMail: boolean('failure_mail').notNull().default(true),
  weeklySummary: boolean('weekly_summary').notNull().default(true),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/**
 * What a user is mailed about, once: a row per cause as long as it stands, and one per
 * week. The key is what keeps a thousand failures of one cause at one mail; a row that is fixed
 * is deleted, so that the cause may be mailed again. The table kept its
 * older name.
 */
export const notifications = pgTable(
  'notices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * A key of shared/causes/index.ts, `week:` and the Monday on which the summary goes out, or
     * `bills:` and the month whose bills have stopped.
     */
    topic: text('topic').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When it is to be sent, the first time or again after the mail server refused it. */
    nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /**
     * Somebody is sending it until then, by the database's clock; a process that died leaves it
     * to the next.
     */
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    /** Mailed, or not wanted by the user: nothing more is sent. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** The cause has not been seen since then. */
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
  // What is fixed goes at once.
  [notifications, { with: users }],
]
