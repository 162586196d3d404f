import { and, eq, lt, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

/**
 * The inbox. A row is the work: intake looks a job up again as long as one of its rows is
 * unprocessed. The sweep and a manual fetch write rows here too, so that every job takes the same
 * way. Only the uuid is believed; values are always fetched.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** job.updated, job.completed, sweep, sync, manual … */
    eventType: text('event_type').notNull(),
    objectType: text('object_type'),
    objectId: text('object_id'),
    payload: jsonb('payload'),
    processed: boolean('processed').notNull().default(false),
    processingError: text('processing_error'),
    /**
     * The job as the look found it, by which the sweep knows what it can pass over
     * (service-jobs/job-state.ts).
     */
    jobState: text('job_state'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // One entry of each user says when the first of the user's open events is due.
    index('webhook_events_open')
      .on(t.userId, t.nextAttemptAt.asc().nullsFirst())
      .where(sql`not ${t.processed}`),
    // What is asked of single jobs: has it an open event, which looks has it had.
    index('webhook_events_job').on(t.userId, t.objectId),
    index('webhook_events_user_created').on(t.userId, t.createdAt),
  ],
)

/** The sweep of one user's account: webhooks are only hints, and this finds what they lost. */
export const jobSweeps = pgTable('job_sweeps', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The ServiceM8 account the cursor belongs to; another account starts from nothing. */
  accountUuid: text('account_uuid').notNull().default(''),
  /** ServiceM8's own edit_date to ask from next time. */
  cursor: text('cursor').notNull().default(''),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  lastAt: timestamp('last_at', { withTimezone: true }),
})

export const keepFor: KeepFor = [
  // One that is still open is work, however old.
  [
    webhookEvents,
    {
      for: { days: 30 },
      old: (before) => and(lt(webhookEvents.createdAt, before), eq(webhookEvents.processed, true)),
    },
  ],
  [jobSweeps, { with: users }],
]
