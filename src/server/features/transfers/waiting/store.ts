import { and, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm'
import type { PendingReason } from '#shared/transfer-status'
import type { Db } from '../../../platform/database/database.ts'
import { standing } from '../outcome.ts'
import { BILLED_CLIENT, wasNotSent } from '../queries.ts'
import { transfers } from '../tables.ts'
import { isStartable } from './queries.ts'

/** Jobs that wait for a draft with others start, together or alone. */

/**
 * The customer's jobs that wait for their draft become a set, and are due; of `ids` also those that were
 * taken back, or brought back. Returns their ids.
 *
 * @param run the mark of the set, new for each
 */
export async function startSet(
  db: Db,
  userId: string,
  { clientUuid, ids }: { clientUuid: string; ids?: readonly string[] },
  { run, now, askedWhileOff }: { run: string; now: Date; askedWhileOff: boolean },
): Promise<string[]> {
  const rows = await db
    .update(transfers)
    .set({
      ...standing({ kind: 'queued' }),
      collectiveRun: run,
      needsFetch: true,
      askedWhileOff,
      updatedAt: now,
    })
    .where(and(eq(transfers.userId, userId), isStartable(clientUuid, ids)))
    .returning({ id: transfers.id })
  return rows.map(({ id }) => id)
}

/**
 * Jobs of sets that have started, and are held by the settings with nothing sent, wait for their
 * customers' drafts again. Returns how many.
 *
 * @param clientUuids for whom a draft takes all jobs
 */
export async function waitAgain(
  db: Db,
  userId: string,
  clientUuids: readonly string[],
  { reason, now }: { reason: PendingReason; now: Date },
): Promise<number> {
  if (clientUuids.length === 0) return 0
  const rows = await db
    .update(transfers)
    .set({
      ...standing({ kind: 'waiting', reason: 'collective' }),
      needsFetch: false,
      askedWhileOff: false,
      updatedAt: now,
    })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'pending'),
        eq(transfers.pendingReason, reason),
        isNotNull(transfers.collectiveRun),
        wasNotSent(),
        inArray(BILLED_CLIENT, [...clientUuids]),
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

/**
 * The customer's jobs are collective no more: those of a set that has started, of which nothing is sent,
 * leave it. What is in the queue goes on alone, and so does what runs and is put back into it; what the
 * settings hold stays held for the same reason. Returns of how many, by what holds them.
 */
export async function leaveSets(
  db: Db,
  userId: string,
  clientUuid: string,
  { now }: { now: Date },
): Promise<Record<'queued' | HeldBy, number>> {
  const rows = await db
    .update(transfers)
    .set({
      collectiveRun: null,
      updatedAt: now,
    })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        isNotNull(transfers.collectiveRun),
        wasNotSent(),
        or(
          inArray(transfers.status, ['queued', 'processing']),
          and(eq(transfers.status, 'pending'), inArray(transfers.pendingReason, HELD_BY)),
        ),
        sql`${BILLED_CLIENT} = ${clientUuid}`,
      ),
    )
    .returning({ status: transfers.status, reason: transfers.pendingReason })
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  return {
    queued: count(({ status }) => status === 'queued'),
    inactive: count(({ reason }) => reason === 'inactive'),
    company: count(({ reason }) => reason === 'company'),
  }
}

/** What holds a set that has started. */
const HELD_BY = ['inactive', 'company'] as const satisfies readonly PendingReason[]
export type HeldBy = (typeof HELD_BY)[number]

/** The customer's jobs are collective no more: those that wait go on alone. Returns how many. */
export async function releaseWaiting(
  db: Db,
  userId: string,
  clientUuid: string,
  { now, askedWhileOff }: { now: Date; askedWhileOff: boolean },
): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({ ...standing({ kind: 'queued' }), needsFetch: true, askedWhileOff, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'pending'),
        eq(transfers.pendingReason, 'collective'),
        sql`${BILLED_CLIENT} = ${clientUuid}`,
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}
