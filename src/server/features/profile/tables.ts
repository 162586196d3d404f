import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

/**
 * The export of a user's data that is being made, or the outcome of the last one. A row per user,
 * so that there is one at a time.
 */
export const dataExports = pgTable('data_exports', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The process that makes it; null when none does. */
  holder: uuid('holder'),
  /** Prolonged while it is made, by the database's clock; runs out when the process was killed. */
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  /** All was sent | the caller left or stopped reading | it failed. Null while it is made. */
  outcome: text('outcome', { enum: ['done', 'left', 'failed'] }),
})

export const keepFor: KeepFor = [[dataExports, { with: users }]]
