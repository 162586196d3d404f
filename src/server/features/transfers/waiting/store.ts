import { and, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm'
import type { PendingReason } from '#shared/transfer-status'
import type { Db } from '../../../platform/database/database.ts'
import { standing } from '../outcome.ts'
import { BILLED_CLIENT, wasNotSent } from '../queries.ts'
import { transfers } from '../tables.ts'
import { isStartable } from './queries.ts'

/**
 * Starts the customer's waiting jobs as a set; of `ids` also those that were undone or restored.
 * Returns their ids.
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
 * Makes jobs of started sets that the settings hold with nothing sent wait for their customers'
 * drafts again. Returns their number.
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
 * Takes the jobs of started sets with nothing sent out of them, since the customer has no collective
 * draft any more. Queued jobs go on alone, and so do running ones once they are put back; what the
 * settings hold stays held for the same reason. Returns their numbers, by what holds them.
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

/** The settings that hold a set that has started. */
const HELD_BY = ['inactive', 'company'] as const satisfies readonly PendingReason[]
export type HeldBy = (typeof HELD_BY)[number]

/**
 * Starts the customer's waiting jobs, each alone, since the customer has no collective draft any
 * more. Returns their number.
 */
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
