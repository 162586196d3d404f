import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { KeepFor } from './keep-for.ts'

/**
 * One row per lane: who may send the next request, and when. The lease is per request and over
 * all processes. Advisory locks would not do: on the embedded database everybody shares one
 * session.
 */
export const vendorLanes = pgTable('vendor_lanes', {
  lane: text('lane').primaryKey(),
  holder: uuid('holder'),
  /**
   * Rises with every lease; a holder that slept past its lease sees another number and does not
   * send.
   */
  fence: bigint('fence', { mode: 'number' }).notNull().default(0),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  /**
   * When the last lease was taken. It cannot be in the future, unless the database's clock has been
   * set back since (lane-leases.ts).
   */
  takenAt: timestamp('taken_at', { withTimezone: true }),
  /** Somebody is waiting at a screen until then: background work lets them go first. */
  interactiveWaiting: timestamp('interactive_waiting', { withTimezone: true }),
  nextStartAt: timestamp('next_start_at', { withTimezone: true }),
  /** The last starts, the oldest first: as many as may lie in one window. */
  recentStarts: timestamp('recent_starts', { withTimezone: true })
    .array()
    .notNull()
    .default(sql`'{}'`),
})

/** What each ServiceM8 account was asked within the last minute, by all our processes together. */
export const vendorBuckets = pgTable('vendor_buckets', {
  bucket: text('bucket').primaryKey(),
  /** The oldest first. */
  recentStarts: timestamp('recent_starts', { withTimezone: true })
    .array()
    .notNull()
    .default(sql`'{}'`),
})

/** A row per lane that is being drained (queue-leases.ts). */
export const queueLanes = pgTable(
  'queue_lanes',
  {
    queue: text('queue').notNull(),
    lane: text('lane').notNull(),
    holder: uuid('holder').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** When the lease was taken or last prolonged. */
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.queue, t.lane] })],
)

/** When the clock starts each routine next. */
export const queueRoutines = pgTable('queue_routines', {
  name: text('name').primaryKey(),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
})

/** One row: what shows that the database was replaced by a backup (database/restored.ts). */
export const databaseMarks = pgTable(
  'database_marks',
  {
    id: integer('id').primaryKey(),
    /** When a process last said that it uses the database, by the database's clock. */
    aliveAt: timestamp('alive_at', { withTimezone: true }),
    /** The database that it used; "" where that cannot be told. */
    identity: text('identity').notNull().default(''),
    /** When a process found that nothing had been written for a while. */
    unsureAt: timestamp('unsure_at', { withTimezone: true }),
    /** When it was found to be restored. */
    restoredAt: timestamp('restored_at', { withTimezone: true }),
    /** When what was restored was last written to: what was done from then until it was is not known. */
    lostFrom: timestamp('lost_from', { withTimezone: true }),
  },
  (t) => [check('database_marks_one', sql`${t.id} = 1`)],
)

export const keepFor: KeepFor = [
  [vendorLanes, { forEver: 'a lane is one Fiken user, of whom it says nothing else' }],
  [vendorBuckets, { forEver: 'a bucket is one ServiceM8 account, of which it says nothing else' }],
  [queueLanes, { forEver: 'a row is there only while its lane is drained' }],
  [queueRoutines, { forEver: 'a row is a routine of the product' }],
  [databaseMarks, { forEver: 'the one row by which a restored database is found' }],
]
