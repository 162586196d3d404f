import { and, eq, inArray, isNotNull, ne, not, sql } from 'drizzle-orm'
import { statusesFor, type PendingReason, type TransferStatus } from '#shared/transfer-status'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { standing } from './outcome.ts'
import { WAITS_FOR_SET, wasNotSent } from './queries.ts'
import { transfers, type TransferRow, type NewTransfer } from './tables.ts'

/**
 * Holds the row, and those that share its draft, for the rest of the transaction, so that what is read
 * of them now is still true when it is written.
 */
export async function lockTransfer(tx: Db, userId: string, id: string): Promise<void> {
  await tx
    .select({ id: transfers.id })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, userId),
        sql`(${transfers.id} = ${id} or ${transfers.collectiveId} = (select one.collective_id from transfers one where one.user_id = ${userId} and one.id = ${id}))`,
      ),
    )
    .orderBy(transfers.id)
    .for('update')
}

/** Returns the row, or null when the job has one already. */
export async function insertTransfer(db: Db, row: NewTransfer): Promise<TransferRow | null> {
  const [made] = await db
    .insert(transfers)
    .values(row)
    .onConflictDoNothing({ target: [transfers.userId, transfers.servicem8JobId] })
    .returning()
  return made ?? null
}

/** Changes a row that is still in one of `from`; null when it is not (somebody was first). */
export async function changeTransfer(
  db: Db,
  row: { id: string; userId: string },
  from: readonly TransferStatus[],
  change: Partial<NewTransfer>,
): Promise<TransferRow | null> {
  const [changed] = await db
    .update(transfers)
    .set(change)
    .where(
      and(
        eq(transfers.userId, row.userId),
        eq(transfers.id, row.id),
        inArray(transfers.status, [...from]),
      ),
    )
    .returning()
  return changed ?? null
}

/** Of what the rows of one draft are changed to, that which each has of its own. */
export function ofEach({ revision, fikenData }: Partial<NewTransfer>) {
  const own = sql`${transfers.fikenData} -> 'share'`
  const share = sql`case when ${own} is null then '{}'::jsonb else jsonb_build_object('share', ${own}) end`
  return {
    ...(revision === undefined ? {} : { revision: sql`${transfers.revision} + 1` }),
    ...(fikenData
      ? { fikenData: sql`(${JSON.stringify(fikenData)}::jsonb - 'share') || ${share}` }
      : {}),
  }
}

/**
 * As changeTransfer(), of all rows that share a draft: each is in one of `from`, or nothing is changed.
 * Returns those that were.
 */
export async function changePart(
  tx: Db,
  { userId, collectiveId }: { userId: string; collectiveId: string },
  from: readonly TransferStatus[],
  change: Partial<NewTransfer>,
): Promise<TransferRow[]> {
  const part = sql`select id from transfers where user_id = ${userId} and collective_id = ${collectiveId}`
  return tx
    .update(transfers)
    .set({
      ...change,
      ...ofEach(change),
      // They go through the lane together.
      ...(change.status === 'queued' ? { collectiveRun: collectiveId } : {}),
    })
    .where(
      and(
        eq(transfers.userId, userId),
        sql`${transfers.id} in (${part})`,
        sql`not exists (${part} and status <> all (${sql.param([...from])}::text[]))`,
      ),
    )
    .returning()
}

/**
 * Who receives it, as a person has said for this job alone. A transfer that is done meanwhile stays as
 * it is.
 */
export async function setChosenRecipient(
  tx: Db,
  row: { id: string; userId: string },
  chosen: NewTransfer['chosenRecipient'],
  now: Date,
): Promise<void> {
  await tx
    .update(transfers)
    .set({ chosenRecipient: chosen, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, row.userId),
        eq(transfers.id, row.id),
        ne(transfers.status, 'completed'),
      ),
    )
}

/** False when nobody has said anything for this job alone. */
export async function dropChosenRecipient(
  tx: Db,
  row: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const dropped = await tx
    .update(transfers)
    .set({ chosenRecipient: null, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, row.userId),
        eq(transfers.id, row.id),
        isNotNull(transfers.chosenRecipient),
      ),
    )
    .returning({ id: transfers.id })
  return dropped.length > 0
}

/**
 * One statement: a row that the lane claims in the meantime is left alone. So is one that was, or
 * may have been, sent: its draft would be in Fiken unknown to us. Returns how many.
 */
export async function skipAllPending(db: Db, userId: string, now: Date): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({ skipTransfer: true, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        wasNotSent(),
        inArray(transfers.status, [...statusesFor('deleteAllPending')]),
        // Nobody who clears the list means the month's invoice.
        sql`${WAITS_FOR_SET} is not true`,
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

/** What is started goes with the others on its draft, if that is, or may be, in Fiken (decision 0054). */
export const withItsDraft = () =>
  sql`case when not (${wasNotSent()}) then ${transfers.collectiveId} end`

/** Rows that wait for one of these reasons start. Returns how many. */
export async function startPending(
  db: Db,
  userId: string,
  reasons: readonly PendingReason[],
  now: Date,
): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({
      ...standing({ kind: 'queued' }),
      collectiveRun: sql`coalesce(${withItsDraft()}, ${transfers.collectiveRun})`,
      needsFetch: true,
      updatedAt: now,
    })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'pending'),
        inArray(transfers.pendingReason, [...reasons]),
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

/**
 * Rows in the queue begin to wait for a person. One that has a draft goes on to its check: that
 * shows what is in Fiken.
 */
export async function holdQueued(
  db: Db,
  userId: string,
  reason: PendingReason,
  now: Date,
): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({
      ...standing({ kind: 'waiting', reason }),
      // Of a draft that was not made.
      collectiveId: null,
      askedWhileOff: false,
      updatedAt: now,
    })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'queued'),
        wasNotSent(),
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

/** Of a set that was started, those that are skipped leave it. Returns how many. */
export async function skipPending(
  db: Db,
  userId: string,
  reasons: readonly PendingReason[],
  now: Date,
): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({ skipTransfer: true, collectiveRun: null, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'pending'),
        wasNotSent(),
        inArray(transfers.pendingReason, [...reasons]),
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

/** Clears the backoff of all of this user's transfers. */
export async function clearWaits(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(transfers)
    .set({ nextAttemptAt: null, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, userId),
        eq(transfers.status, 'queued'),
        sql`${transfers.nextAttemptAt} is not null`,
      ),
    )
}

/**
 * The transfers of active users that wait because a vendor did not answer are due now; returns how
 * many.
 */
export async function endWaits(
  db: Db,
  code: 'fiken_down' | 'servicem8_down',
  now: Date,
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update transfers t set next_attempt_at = null, updated_at = ${now.toISOString()}::timestamptz
        from users u where u.id = t.user_id and u.is_active and t.status = 'queued' and t.error_code = ${code}
          and t.next_attempt_at > ${now.toISOString()}::timestamptz
        returning t.id`,
  )
  return rows.length
}
