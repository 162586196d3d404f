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
} from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

/**
 * The inbox of jobs to check. Intake checks a job again as long as any of the job's rows is
 * unprocessed. The sweep and a manual fetch write rows here too, so that every job is processed in
 * the same way. Only the uuid is trusted; all values are fetched from ServiceM8.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: companyColumn(),
    eventType: text('event_type').notNull(),
    objectType: text('object_type'),
    objectId: text('object_id'),
    payload: jsonb('payload'),
    processed: boolean('processed').notNull().default(false),
    processingError: text('processing_error'),
    /**
     * The job's state when it was checked, which tells the sweep whether to skip the job
     * (service-jobs/job-state.ts).
     */
    jobState: text('job_state'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // The user's first index entry gives the time of the user's first open event.
    index('webhook_events_open')
      .on(t.companyId, t.nextAttemptAt.asc().nullsFirst())
      .where(sql`not ${t.processed}`),
    index('webhook_events_job').on(t.companyId, t.objectId),
    index('webhook_events_user_created').on(t.companyId, t.createdAt),
  ],
)

export const jobSweeps = pgTable('job_sweeps', {
  companyId: companyColumn().primaryKey(),
  /**
   * The ServiceM8 account to which the cursor belongs. For another account, the sweep starts from
   * the beginning.
   */
  accountUuid: text('account_uuid').notNull().default(''),
  cursor: text('cursor').notNull().default(''),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  lastAt: timestamp('last_at', { withTimezone: true }),
})

export const keepFor: KeepFor = [
  // An open event is never deleted, however old it is.
  [
    webhookEvents,
    {
      for: { days: 30 },
      old: (before) => and(lt(webhookEvents.createdAt, before), eq(webhookEvents.processed, true)),
    },
  ],
  [jobSweeps, { with: companies }],
]
