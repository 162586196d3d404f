import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

/**
 * The export of one's own data that is being made, or how the last one ended. A row per user, so
 * that there is one at a time.
 */
export const dataExports = pgTable('data_exports', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The process that makes it; null = none any more. */
  holder: uuid('holder'),
  /**
   * Moved on while it is made, by the database's clock: of a process that was killed it runs out.
   */
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  /**
   * How it ended: all was handed over | the caller went away or stopped reading | it broke. Null
   * while it is made.
   */
  outcome: text('outcome', { enum: ['done', 'left', 'failed'] }),
})

export const keepFor: KeepFor = [[dataExports, { with: users }]]
