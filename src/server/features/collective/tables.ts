import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

/** The users' choices of customers who get one draft for all jobs (decision 0054). */
export const collectiveChoices = pgTable(
  'collective_choices',
  {
    companyId: companyColumn(),
    clientUuid: text('client_uuid').notNull(),
    every: text('every', { enum: ['month', 'week', 'hand'] }).notNull(),
    /**
     * The day of the month (1 to 31) or of the week (1 is Monday, 7 is Sunday); null when drafts
     * are made by hand.
     */
    day: smallint('day'),
    byPurchaseOrder: boolean('by_purchase_order').notNull(),
    nextOn: date('next_on', { mode: 'string' }),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.clientUuid] }),
    // The index is sorted by date, so that only due rows are read.
    index('collective_choices_next')
      .on(t.nextOn, t.companyId)
      .where(sql`${t.nextOn} is not null`),
    check(
      'collective_choices_day',
      sql`case ${t.every} when 'month' then ${t.day} between 1 and 31 when 'week' then ${t.day} between 1 and 7 else ${t.day} is null end`,
    ),
  ],
)

export type CollectiveChoiceRow = typeof collectiveChoices.$inferSelect

export const keepFor: KeepFor = [[collectiveChoices, { with: companies }]]
