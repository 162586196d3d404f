import { lt } from 'drizzle-orm'
import { bigint, boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companyColumn } from '../auth/tables.ts'

/**
 * The completed jobs that are not approved in ServiceM8, for users who transfer approved jobs only
 * (rule 2). These jobs have no transfer; the dashboard lists them as last checked or listed.
 */
export const unapprovedJobs = pgTable(
  'unapproved_jobs',
  {
    companyId: companyColumn(),
    jobUuid: text('job_uuid').notNull(),
    servicem8AccountId: text('servicem8_account_id').notNull(),
    jobNumber: text('job_number').notNull(),
    customerName: text('customer_name').notNull(),
    /** The gross amount in øre. */
    amount: bigint('amount', { mode: 'number' }),
    jobCompletedAt: timestamp('job_completed_at', { withTimezone: true }),
    jobState: text('job_state').notNull(),
    /**
     * True when the payments cover the total, which no list shows. The job is then hidden until it
     * changes.
     */
    paid: boolean('paid').notNull(),
    notedAt: timestamp('noted_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.jobUuid] })],
)

export const keepFor: KeepFor = [
  [unapprovedJobs, { for: { days: 30 }, old: (before) => lt(unapprovedJobs.notedAt, before) }],
]
