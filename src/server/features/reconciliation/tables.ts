import { lt } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
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
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.month] }),
    index('reconciliations_status').on(t.status, t.nextAt),
  ],
)

export const keepFor: KeepFor = [
  // A result names customers, and is kept no longer than its transfers.
  [reconciliations, { for: { years: 5 }, old: (before) => lt(reconciliations.askedAt, before) }],
]
