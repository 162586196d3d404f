import { bigint, boolean, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth/tables.ts'

export const activityLogs = pgTable(
  'activity_logs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** error | oauth | integration | transfer | webhook | configuration */
    type: text('type').notNull(),
    action: text('action').notNull(),
    description: text('description'),
    metadata: jsonb('metadata').$type<{ jobUuid?: string; error?: string; transferId?: string }>(),
    /** null = information. */
    success: boolean('success'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('activity_logs_user_created').on(t.userId, t.createdAt, t.id)],
)
