import { and, eq, lt } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'
import type { Asked, ReservationKind, Word } from './reservation.ts'

/**
 * Requests to create something in Fiken, written before they leave and kept until Fiken confirms.
 * While a row exists, no other request creates the same object (decision 0025).
 */
export const fikenReservations = pgTable(
  'fiken_reservations',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fikenCompanySlug: text('fiken_company_slug').notNull(),
    kind: text('kind').$type<ReservationKind>().notNull(),
    /** The recipient's key, or the product number in lower case. */
    key: text('key').notNull(),
    /** Unique per request, so that an old request never ends a new reservation. */
    id: uuid('id').notNull(),
    asked: jsonb('asked').$type<Asked>().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** The number of empty look-ups. */
    looks: integer('looks').notNull().default(0),
    lastLookedAt: timestamp('last_looked_at', { withTimezone: true }),
    /** The user's decision about a product that has not appeared: create it, or do without. */
    word: text('word').$type<Word>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.kind, t.key] })],
)

export const keepFor: KeepFor = [
  // Customers' reservations hold personal data, and are deleted when nothing has needed them: no
  // list of Fiken lags that long, so what was created is found there. Products' rows stay, because
  // "Send uten produkt" holds until the product is in Fiken.
  [
    fikenReservations,
    {
      for: { days: 30 },
      old: (before) =>
        and(eq(fikenReservations.kind, 'contact'), lt(fikenReservations.startedAt, before)),
    },
  ],
]
