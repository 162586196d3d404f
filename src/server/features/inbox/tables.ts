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
 * The inbox. A row is work: intake looks a job up again as long as one of its rows is unprocessed.
 * The sweep and a manual fetch write rows here too, so that every job goes the same way. Only the
 * uuid is trusted; values are always fetched.
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
     * The job's state in the look, by which the sweep knows what to skip
     * (service-jobs/job-state.ts).
     */
    jobState: text('job_state'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // One entry per user gives the time of the user's first open event.
    index('webhook_events_open')
      .on(t.userId, t.nextAttemptAt.asc().nullsFirst())
      .where(sql`not ${t.processed}`),
    // For queries about single jobs: open events and past looks.
    index('webhook_events_job').on(t.userId, t.objectId),
    index('webhook_events_user_created').on(t.userId, t.createdAt),
  ],
)

/**
 * The sweep of one user's account: webhooks are only hints, and this finds jobs whose webhooks were
 * lost.
 */
export const jobSweeps = pgTable('job_sweeps', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The ServiceM8 account of the cursor; another account starts from nothing. */
  accountUuid: text('account_uuid').notNull().default(''),
  /** The ServiceM8 edit_date from which to ask next time. */
  cursor: text('cursor').notNull().default(''),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  lastAt: timestamp('last_at', { withTimezone: true }),
})

export const keepFor: KeepFor = [
  // An open event is work, however old.
  [
    webhookEvents,
    {
      for: { days: 30 },
      old: (before) => and(lt(webhookEvents.createdAt, before), eq(webhookEvents.processed, true)),
    },
  ],
  [jobSweeps, { with: users }],
]
