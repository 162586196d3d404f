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
import { companies, companyColumn, users } from '../auth/tables.ts'

/** Which mails about a company each person wants; both, for who has not chosen. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    companyId: companyColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    failureMail: boolean('failure_mail').notNull().default(true),
    weeklySummary: boolean('weekly_summary').notNull().default(true),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.personId] }),
    index('notification_preferences_person').on(t.personId, t.companyId),
  ],
)

/**
 * The topics about which a company's people are mailed: one row per active cause, and one per
 * weekly summary. The primary key ensures that a thousand failures with one cause lead to one mail.
 * The row of a fixed cause is deleted, so that the cause can be mailed again. The table `notices`
 * kept its earlier name.
 */
export const notifications = pgTable(
  'notices',
  {
    companyId: companyColumn(),
    /**
     * A cause code from shared/causes/index.ts, `week:` followed by the Monday on which the summary
     * is sent, or `bills:` followed by the month whose bills have failed.
     */
    topic: text('topic').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /**
     * The end of the claim by the process that is sending the mail, by the database's clock. If
     * that process has died, another process sends the mail after this time.
     */
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    /** The people to whom the mail has been sent, so that a retry mails only the others. */
    sentTo: uuid('sent_to').array().notNull().default([]),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** The time since which the cause has been absent; null while the cause is active. */
    goneAt: timestamp('gone_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.topic] }),
    index('notices_due')
      .on(t.nextAt)
      .where(sql`${t.settledAt} is null and ${t.goneAt} is null`),
    // The index excludes the weekly summaries, because every company has one.
    index('notices_causes')
      .on(t.companyId, t.topic)
      .where(sql`${t.topic} not like 'week:%'`),
  ],
)

export const keepFor: KeepFor = [
  [notificationPreferences, { with: companies }],
  // Notifications of fixed causes are deleted as soon as the cause counts as fixed.
  [notifications, { with: companies }],
]
