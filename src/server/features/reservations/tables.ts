import { and, eq, lt } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { companyColumn } from '../auth/tables.ts'
import type { Asked, ReservationKind, Word } from './reservation.ts'

/**
 * Requests to create something in Fiken, stored before they are sent and kept until Fiken confirms.
 * While a row exists, no other request creates the same object (decision 0025).
 */
export const fikenReservations = pgTable(
  'fiken_reservations',
  {
    companyId: companyColumn(),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    kind: text('kind').$type<ReservationKind>().notNull(),
    /** The recipient's key, or the product number in lower case. */
    key: text('key').notNull(),
    /** A unique id per request, so that an old request cannot end a newer reservation. */
    id: uuid('id').notNull(),
    asked: jsonb('asked').$type<Asked>().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    looks: integer('looks').notNull().default(0),
    lastLookedAt: timestamp('last_looked_at', { withTimezone: true }),
    /** The user's decision: create the product again, or send the line without a product. */
    word: text('word').$type<Word>(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fikenCompanySlug, t.kind, t.key] })],
)

export const keepFor: KeepFor = [
  // Contact reservations contain personal data and are deleted after 30 days, since no list in
  // Fiken lags that long. Product reservations are kept, because "Send uten produkt" applies until
  // the product is in Fiken.
  [
    fikenReservations,
    {
      for: { days: 30 },
      old: (before) =>
        and(eq(fikenReservations.kind, 'contact'), lt(fikenReservations.startedAt, before)),
    },
  ],
]
