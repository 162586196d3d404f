import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import { standing } from '../outcome.ts'
import { wasNotSent } from '../queries.ts'
import { transfers } from '../tables.ts'
import { BILLED_CLIENT } from './gathered-queries.ts'

/** Jobs that wait for a draft with others start, together or alone. */

/**
 * The customer's jobs that wait for their draft become a set, and are due; of `ids` also those that were
 * taken back. Returns how many.
 *
 * @param run the mark of the set, new for each
 */
export async function startSet(
  db: Db,
  userId: string,
  { clientUuid, ids }: { clientUuid: string; ids?: readonly string[] },
  { run, now, askedWhileOff }: { run: string; now: Date; askedWhileOff: boolean },
): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({
      ...standing({ kind: 'queued' }),
      collectiveRun: run,
      needsFetch: true,
      askedWhileOff,
      updatedAt: now,
    })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'pending'),
        inArray(transfers.pendingReason, ids ? ['collective', 'undone'] : ['collective']),
        wasNotSent(),
        sql`${BILLED_CLIENT} = ${clientUuid}`,
        ids ? inArray(transfers.id, [...ids]) : undefined,
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

/** The customer's jobs are collective no more: those that wait go on alone. Returns how many. */
export async function releaseGathered(
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
