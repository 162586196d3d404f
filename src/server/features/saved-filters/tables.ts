import { pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { FILTERED_LISTS } from '#shared/contracts/saved-filters'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companies, companyColumn } from '../auth/tables.ts'

export const savedFilters = pgTable(
  'saved_filters',
  {
    companyId: companyColumn(),
    id: uuid('id').notNull(),
    list: text('list', { enum: FILTERED_LISTS }).notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique('saved_filters_name').on(t.companyId, t.list, t.name),
  ],
)

export const keepFor: KeepFor = [[savedFilters, { with: companies }]]
