import { and, desc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { AnswerOf } from '#shared/contract'
import { VENDORS, type Vendor } from '#shared/contracts/connections'
import type { readStats } from '#shared/contracts/transfers'
import { statusesFor, type PendingReason } from '#shared/transfer-status'
import type { Db } from '../../platform/database/database.ts'
import { storedJobState } from './job-state.ts'
import { transfers } from './tables.ts'

/** All SQL of the slice that people's screens and acts cause. What the lane does is in lane-store.ts. */
export type TransferRow = typeof transfers.$inferSelect
export type NewTransfer = typeof transfers.$inferInsert

export async function transferById(db: Db, userId: string, id: string): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.userId, userId), eq(transfers.id, id)))
  return row ?? null
}

/** Holds the row for the rest of the transaction, so that what is read of it now is still true when it is written. */
export async function lockTransfer(tx: Db, userId: string, id: string): Promise<void> {
  await tx
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), eq(transfers.id, id)))
    .for('update')
}

export async function transferOfJob(db: Db, userId: string, jobUuid: string): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.userId, userId), eq(transfers.servicem8JobId, jobUuid)))
  return row ?? null
}

/** The transfer that made a Fiken draft, by the draft's numeric id. */
export async function transferOfDraft(db: Db, userId: string, draftId: string): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.userId, userId), eq(transfers.fikenInvoiceDraftId, draftId)))
    .orderBy(desc(transfers.createdAt))
    .limit(1)
  return row ?? null
}

/**
 * What the sweep compares with: of these jobs those that have a transfer, each as it was when it was fetched. "" is as no job is: of a
 * refused row nothing is known for certain, since a payment may be gone, or the settings be others, without the job being edited. Null: the
 * transfer is deleted, and no look changes that.
 */
export async function knownStates(db: Db, userId: string, jobUuids: readonly string[]): Promise<Map<string, string | null>> {
  if (jobUuids.length === 0) return new Map()
  const rows = await db
    .select({
      job: transfers.servicem8JobId,
      state: sql<string | null>`case when ${transfers.skipTransfer} then null
        when ${transfers.snapshot} is null or ${transfers.status} = 'pending' and ${transfers.pendingReason} = 'refused' then ''
        else ${storedJobState(sql`(${transfers.snapshot}->'job')`)} end`,
    })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), inArray(transfers.servicem8JobId, [...jobUuids])))
  return new Map(rows.map((row) => [row.job, row.state]))
}

/** Answers the row, or null when the job has one already. */
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
  from: readonly string[],
  change: Partial<NewTransfer>,
): Promise<TransferRow | null> {
  const [changed] = await db
    .update(transfers)
    .set(change)
    .where(and(eq(transfers.userId, row.userId), eq(transfers.id, row.id), inArray(transfers.status, [...from])))
    .returning()
  return changed ?? null
}

/** Neither made nor perhaps made: a row with a draft is not for an act on many to forget; its draft would lie in Fiken unheard of. */
const hasNoDraft = () => and(eq(transfers.outcomeUnknown, false), isNull(transfers.fikenInvoiceDraftId))

/** One statement: a row that the lane claims meanwhile is left alone. Answers how many. */
export async function skipAllPending(db: Db, userId: string, now: Date): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({ skipTransfer: true, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        hasNoDraft(),
        inArray(transfers.status, [...statusesFor('deleteAllPending')]),
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

export async function statsOf(db: Db, userId: string): Promise<AnswerOf<typeof readStats>> {
  const rows = await db
    .select({ status: transfers.status, n: sql<number>`count(*)::int` })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), not(transfers.skipTransfer)))
    .groupBy(transfers.status)
  const count = (...statuses: string[]) => rows.filter((r) => statuses.includes(r.status)).reduce((sum, r) => sum + r.n, 0)
  const pending = count('pending', 'queued', 'processing')
  const silent = pending > 0 ? await silentVendors(db, userId) : []
  return {
    total: rows.reduce((sum, r) => sum + r.n, 0),
    successful: count('completed'),
    pending,
    failed: count('failed'),
    ...(silent.length > 0 ? { notAnswering: silent } : {}),
  }
}

/** Whom the rows that have met an outage wait for. When the vendor is back their waits are cleared (lane-store.ts), but not their codes. */
async function silentVendors(db: Db, userId: string): Promise<Vendor[]> {
  const rows = await db
    .selectDistinct({ code: transfers.errorCode })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        // Also the one that asks right now whether the vendor is back.
        inArray(transfers.status, ['queued', 'processing']),
        inArray(transfers.errorCode, ['servicem8_down', 'fiken_down']),
        isNotNull(transfers.nextAttemptAt),
      ),
    )
  return VENDORS.filter((vendor) => rows.some(({ code }) => code === `${vendor}_down`))
}

/** Rows that wait for one of these reasons start. Answers how many. */
export async function startPending(db: Db, userId: string, reasons: readonly PendingReason[], now: Date): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({
      status: 'queued',
      pendingReason: null,
      nextAttemptAt: null,
      attempts: 0,
      errorCode: null,
      errorMessage: null,
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

/** Rows in the queue begin to wait for a person. One that has a draft goes on to its check: that tells what is in Fiken. */
export async function holdQueued(db: Db, userId: string, reason: PendingReason, now: Date): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({ status: 'pending', pendingReason: reason, askedWhileOff: false, updatedAt: now })
    .where(and(eq(transfers.userId, userId), not(transfers.skipTransfer), eq(transfers.status, 'queued'), hasNoDraft()))
    .returning({ id: transfers.id })
  return rows.length
}

export async function skipPending(db: Db, userId: string, reasons: readonly PendingReason[], now: Date): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({ skipTransfer: true, updatedAt: now })
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'pending'),
        hasNoDraft(),
        inArray(transfers.pendingReason, [...reasons]),
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

/** Nothing of this user's backs off any longer. */
export async function clearWaits(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(transfers)
    .set({ nextAttemptAt: null, updatedAt: now })
    .where(and(eq(transfers.userId, userId), eq(transfers.status, 'queued'), sql`${transfers.nextAttemptAt} is not null`))
}

export async function countWaiting(db: Db, userId: string, reason: PendingReason): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'pending'),
        eq(transfers.pendingReason, reason),
      ),
    )
  return row?.n ?? 0
}
