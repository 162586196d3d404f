import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { paidTransfers, type PaidTransfer } from '../transfers/sent-queries.ts'
import { writeBacks, type WriteBackState } from './tables.ts'

export type DueWriteBack = PaidTransfer & { paidOn: string | null; attempts: number }

/**
 * Queues payments to be reported to ServiceM8. A payment already reported is queued again if more
 * has been paid.
 */
export async function noteDue(
  db: Db,
  companyId: string,
  rows: readonly { id: string; paidOn: string | null }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  const due = rows.map(({ id, paidOn }) => ({
    transferId: id,
    companyId,
    state: 'due' as const,
    paidOn,
    attempts: 0,
    updatedAt: at,
  }))
  await db
    .insert(writeBacks)
    .values(due)
    .onConflictDoUpdate({
      target: writeBacks.transferId,
      set: { state: 'due', paidOn: sql`excluded.paid_on`, attempts: 0, updatedAt: at },
    })
}

export async function writtenBackOf(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: writeBacks.transferId })
    .from(writeBacks)
    .where(
      and(
        eq(writeBacks.companyId, companyId),
        inArray(writeBacks.transferId, [...ids]),
        eq(writeBacks.state, 'done'),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns the queued payments, oldest first, without payments since reversed in Fiken and payments
 * whose transfer is no longer completed.
 */
export async function dueWriteBacks(db: Db, companyId: string): Promise<DueWriteBack[]> {
  const { transferId, paidOn, attempts } = writeBacks
  const due = await db
    .select({ transferId, paidOn, attempts })
    .from(writeBacks)
    .where(and(eq(writeBacks.companyId, companyId), eq(writeBacks.state, 'due')))
    .orderBy(writeBacks.updatedAt)
  const ids = due.map((one) => one.transferId)
  const paid = await paidTransfers(db, companyId, ids)
  return due.flatMap((one) => {
    const transfer = paid.get(one.transferId)
    return transfer ? [{ ...transfer, ...one }] : []
  })
}

export async function settle(
  db: Db,
  companyId: string,
  transferId: string,
  change: { state?: WriteBackState; attempts?: number; updatedAt: Date },
): Promise<void> {
  await db
    .update(writeBacks)
    .set(change)
    .where(and(eq(writeBacks.companyId, companyId), eq(writeBacks.transferId, transferId)))
}

export async function forbidDue(db: Db, companyId: string, at: Date): Promise<void> {
  await db
    .update(writeBacks)
    .set({ state: 'forbidden', updatedAt: at })
    .where(and(eq(writeBacks.companyId, companyId), eq(writeBacks.state, 'due')))
}

/** Requeues the payments that failed for lack of a permission. Returns true if any is queued. */
export async function makeDueAgain(db: Db, companyId: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(writeBacks)
    .set({ state: 'due', attempts: 0, updatedAt: at })
    .where(
      and(eq(writeBacks.companyId, companyId), inArray(writeBacks.state, ['due', 'forbidden'])),
    )
    .returning({ id: writeBacks.transferId })
  return rows.length > 0
}
