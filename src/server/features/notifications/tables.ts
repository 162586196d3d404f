import { boolean, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth/tables.ts'

/** Which mails a user wants. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  failureMail: boolean('failure_mail').notNull().default(true),
  weeklySummary: boolean('weekly_summary').notNull().default(true),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
