import { and, eq, lt } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'
import type { Asked, ReservationKind, Word } from './reservation.ts'

/**
 * What Fiken has been asked to make, and has not said that it has: written before the request
 * leaves. As long as it exists, no other request makes the same (decision 0025).
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
    /** The request's own: to end a reservation is to name which one. */
    id: uuid('id').notNull(),
    asked: jsonb('asked').$type<Asked>().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** Look-ups that found nothing. */
    looks: integer('looks').notNull().default(0),
    lastLookedAt: timestamp('last_looked_at', { withTimezone: true }),
    /**
     * What a person has decided about a product that has not shown up: make it after all, or do
     * without.
     */
    word: text('word').$type<Word>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fikenCompanySlug, t.kind, t.key] })],
)

export const keepFor: KeepFor = [
  // Of customers, who are people, that were never settled because nothing needed them. No list of
  // Fiken's lags that long: what was made is found there. A product's stays, because "Send uten
  // produkt" holds until the product is in Fiken.
  [
    fikenReservations,
    {
      for: { days: 30 },
      old: (before) =>
        and(eq(fikenReservations.kind, 'contact'), lt(fikenReservations.startedAt, before)),
    },
  ],
]
