import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companyColumn } from '../auth/tables.ts'
import { transfers } from '../transfers/tables.ts'

const WRITE_BACK_STATES = [
  'due',
  'done',
  'forbidden',
  'refused',
  'other_account',
  'gave_up',
] as const
export type WriteBackState = (typeof WRITE_BACK_STATES)[number]

/**
 * The payments to be reported, or already reported, to ServiceM8: one row per transfer, created
 * when a payment in Fiken is found while reporting is switched on.
 */
export const writeBacks = pgTable(
  'payment_write_backs',
  {
    transferId: uuid('transfer_id')
      .primaryKey()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    companyId: companyColumn(),
    state: text('state', { enum: WRITE_BACK_STATES }).notNull(),
    /** The date of the latest payment in Fiken, yyyy-mm-dd; null when unknown. */
    paidOn: date('paid_on', { mode: 'string' }),
    attempts: integer('attempts').notNull().default(0),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('payment_write_backs_due')
      .on(t.companyId)
      .where(sql`${t.state} = 'due'`),
  ],
)

export const keepFor: KeepFor = [[writeBacks, { with: transfers }]]
