import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

/** Work that each user has in common with every other, and that comes again and again. */
export type Work = 'sweep' | 'mirror' | 'payments' | 'prices' | 'billing'

/**
 * When to look next whether a user's work is due: no later than it is. Rows are made, and what is
 * there is due to be looked at immediately, by triggers (migration 0032) on whatever decides about
 * it, whoever writes that (decision 0044).
 */
export const appointments = pgTable(
  'appointments',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    work: text('work').$type<Work>().notNull(),
    lookAt: timestamp('look_at', { withTimezone: true })
      .notNull()
      .default(sql`'epoch'`),
    /** Counts what has changed: an appointment made from what was read before counts for nothing. */
    changes: bigint('changes', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.work] }),
    index('appointments_due').on(t.work, t.lookAt),
  ],
)

export const keepFor: KeepFor = [[appointments, { with: users }]]
