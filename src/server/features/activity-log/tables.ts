import { and, eq, lt } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { ACTIVITY_TYPES } from '#shared/contracts/activity-log'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies } from '../auth/tables.ts'

export interface ActivityMetadata {
  jobUuid?: string
  error?: string
  transferId?: string
  /** The user whom an administrator's action affected; kept after that user is deleted. */
  target?: { id: string; email: string }
  changed?: Record<string, { from: unknown; to: unknown }>
}

export const activityLogs = pgTable(
  'activity_logs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: uuid('user_id').references(() => companies.id, { onDelete: 'cascade' }),
    /** Who did it, without a foreign key, so that the entry outlives the person; null: nobody. */
    actorId: uuid('actor_id'),
    type: text('type', { enum: ACTIVITY_TYPES }).notNull(),
    action: text('action').notNull(),
    description: text('description'),
    metadata: jsonb('metadata').$type<ActivityMetadata>(),
    success: boolean('success'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('activity_logs_user_created').on(t.companyId, t.createdAt, t.id),
    // Used by the administrators' log of all users.
    index('activity_logs_created').on(t.createdAt, t.id),
    index('activity_logs_type_created').on(t.type, t.createdAt, t.id),
  ],
)

export const keepFor: KeepFor = [
  [activityLogs, { for: { months: 12 }, old: (before) => lt(activityLogs.createdAt, before) }],
  [
    activityLogs,
    {
      for: { days: 30 },
      old: (before) => and(eq(activityLogs.type, 'error'), lt(activityLogs.createdAt, before)),
    },
  ],
]
