import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

export type Work = 'sweep' | 'mirror' | 'payments' | 'prices' | 'billing'

/**
 * The next time to check whether a user's work is due. Database triggers (migration 0032) create
 * the rows, and make them due when data that affects the due time is written (decision 0044).
 */
export const appointments = pgTable(
  'appointments',
  {
    companyId: companyColumn(),
    work: text('work').$type<Work>().notNull(),
    lookAt: timestamp('look_at', { withTimezone: true })
      .notNull()
      .default(sql`'epoch'`),
    /**
     * The number of changes to the user's data. An appointment computed before the latest change is
     * not stored.
     */
    changes: bigint('changes', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.work] }),
    index('appointments_due').on(t.work, t.lookAt),
  ],
)

export const keepFor: KeepFor = [[appointments, { with: companies }]]
