import { lt } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CauseCode } from '#shared/causes/index'
import type {
  ReconciliationProgress,
  ReconciliationRow,
  ReconciliationSummary,
} from '#shared/contracts/reconciliation'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companyColumn } from '../auth/tables.ts'

export const reconciliations = pgTable(
  'reconciliations',
  {
    companyId: companyColumn(),
    /** The month in Norway (yyyy-mm). */
    month: text('month').notNull(),
    /**
     * The state of the check: `asked` and `running` while it has not ended, `done` and `failed` as
     * the last check's outcome.
     */
    status: text('status', { enum: ['asked', 'running', 'done', 'failed'] }).notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    nextAt: timestamp('next_at', { withTimezone: true }),
    attempts: integer('attempts').notNull().default(0),
    progress: jsonb('progress').$type<ReconciliationProgress>(),
    errorCode: text('error_code').$type<CauseCode>(),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    fikenCompanySlug: text('fiken_company_slug'),
    summary: jsonb('summary').$type<ReconciliationSummary>(),
    rows: jsonb('rows').$type<ReconciliationRow[]>(),
    /** The hash of the figures in `rows` (fingerprint.ts); null for a check from before it was kept. */
    fingerprint: text('fingerprint'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.month] }),
    index('reconciliations_status').on(t.status, t.nextAt),
  ],
)

/**
 * The months that somebody has marked as reconciled, with the figures of the check that they saw. A
 * later check with another fingerprint shows that something has changed since.
 */
export const reconciledMonths = pgTable(
  'reconciled_months',
  {
    companyId: companyColumn(),
    /** The month in Norway (yyyy-mm). */
    month: text('month').notNull(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    fingerprint: text('fingerprint').notNull(),
    summary: jsonb('summary').$type<ReconciliationSummary>().notNull(),
    /** Who marked it, without a foreign key: the mark stays when the person's log-in is deleted. */
    actorId: uuid('actor_id').notNull(),
    markedAt: timestamp('marked_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.month] })],
)

export const keepFor: KeepFor = [
  // A result names customers, and is kept no longer than its transfers.
  [reconciliations, { for: { years: 5 }, old: (before) => lt(reconciliations.askedAt, before) }],
  [reconciledMonths, { for: { years: 5 }, old: (before) => lt(reconciledMonths.markedAt, before) }],
]
