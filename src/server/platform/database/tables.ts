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
 * The lanes, one row each, with the lease for the lane's next request and the lane's pace. A lease
 * is for one request, over all processes. Advisory locks cannot be used: in the embedded database
 * everybody shares one session.
 */
export const vendorLanes = pgTable('vendor_lanes', {
  lane: text('lane').primaryKey(),
  holder: uuid('holder'),
  /**
   * The fence number, which increases with every lease. A holder that slept past the end of its
   * lease sees a different number and does not send.
   */
  fence: bigint('fence', { mode: 'number' }).notNull().default(0),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  /** The start of the last lease; in the future only if the clock was set back (lane-leases.ts). */
  takenAt: timestamp('taken_at', { withTimezone: true }),
  /**
   * The time until which a user at a screen is waiting for the lane, and background work lets that
   * user go first.
   */
  interactiveWaiting: timestamp('interactive_waiting', { withTimezone: true }),
  nextStartAt: timestamp('next_start_at', { withTimezone: true }),
  /** The start times of the last requests, oldest first, as many as fit in one window. */
  recentStarts: timestamp('recent_starts', { withTimezone: true })
    .array()
    .notNull()
    .default(sql`'{}'`),
})

/**
 * The times of the requests to each ServiceM8 account within the last minute, from all processes
 * together.
 */
export const vendorBuckets = pgTable('vendor_buckets', {
  bucket: text('bucket').primaryKey(),
  /**
   * The start times, oldest first, because the wait is computed from positions in the array
   * (account-allowances.ts).
   */
  recentStarts: timestamp('recent_starts', { withTimezone: true })
    .array()
    .notNull()
    .default(sql`'{}'`),
})

export const queueLanes = pgTable(
  'queue_lanes',
  {
    queue: text('queue').notNull(),
    lane: text('lane').notNull(),
    holder: uuid('holder').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.queue, t.lane] })],
)

export const queueRoutines = pgTable('queue_routines', {
  name: text('name').primaryKey(),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
})

/** A single row by which a replaced database is detected (database/restored.ts). */
export const databaseMarks = pgTable(
  'database_marks',
  {
    id: integer('id').primaryKey(),
    aliveAt: timestamp('alive_at', { withTimezone: true }),
    identity: text('identity').notNull().default(''),
    unsureAt: timestamp('unsure_at', { withTimezone: true }),
    restoredAt: timestamp('restored_at', { withTimezone: true }),
    /**
     * The time of the last write in the restored database. What was done between this time and the
     * restore is unknown.
     */
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
