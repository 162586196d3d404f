import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

/**
 * The running export of a user's data, or the last export's outcome. One row per user, so that only
 * one export runs at a time.
 */
export const dataExports = pgTable('data_exports', {
  companyId: companyColumn().primaryKey(),
  holder: uuid('holder'),
  /**
   * The end of the lease by the database's clock. It is extended while the export runs; the lease
   * expires if the process is killed.
   */
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  /**
   * The outcome: `done` when everything was sent, `left` when the client closed the connection or
   * stopped reading, `failed` when the export failed. Null while the export is running.
   */
  outcome: text('outcome', { enum: ['done', 'left', 'failed'] }),
})

export const keepFor: KeepFor = [[dataExports, { with: companies }]]
