import { and, eq, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { shareOf } from '../drafts/collective/shares.ts'
import type { JobShare } from '../drafts/sent-draft.ts'
import { writeBacks, type WriteBackState } from './tables.ts'

/** A payment to report to ServiceM8, with what of the transfer is needed for it. */
export interface DueWriteBack {
  transferId: string
  jobUuid: string
  jobNumber: string
  accountUuid: string
  slug: string
  /** Øre; what is paid in Fiken by now, and what the invoice is, each for this job. */
  paid: number
  gross: number
  lineCount: number
  /** What its draft took off for a deposit. */
  deposit: number
  paidOn: string | null
  attempts: number
}

/** Notes what has been paid since; what was reported is reported again when more has come. */
export async function noteDue(
  db: Db,
  userId: string,
  rows: readonly { id: string; paidOn: string | null }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  const due = rows.map(({ id, paidOn }) => ({
    transferId: id,
    userId,
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

/** Of these transfers, those whose payment has been reported to ServiceM8. */
export async function writtenBackOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: writeBacks.transferId })
    .from(writeBacks)
    .where(
      and(
        eq(writeBacks.userId, userId),
        inArray(writeBacks.transferId, [...ids]),
        eq(writeBacks.state, 'done'),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Oldest first; of a draft of several jobs, each with its part of what was paid. What was taken back in Fiken in the meantime, or is no completed transfer any
 * more, is not reported.
 */
export async function dueWriteBacks(db: Db, userId: string): Promise<DueWriteBack[]> {
  const rows = await rowsOf<DueWriteBack & { share: JobShare | null }>(
    db,
    sql`select w.transfer_id as "transferId", t.servicem8_job_id as "jobUuid", t.job_number as "jobNumber",
          t.servicem8_account_id as "accountUuid", coalesce(t.fiken_company_slug, '') as slug, t.paid_amount::float8 as paid,
          coalesce((t.fiken_data->>'gross')::float8, t.amount::float8, 0) as gross,
          coalesce((t.fiken_data->'share'->>'lineCount')::int, jsonb_array_length(t.fiken_data->'sent'->'lines'), 0) as "lineCount",
          t.fiken_data->'share' as share, coalesce((t.fiken_data->'deposit'->>'gross')::float8, 0) as deposit, w.paid_on::text as "paidOn", w.attempts
        from payment_write_backs w join transfers t on t.id = w.transfer_id
        where w.user_id = ${userId} and t.user_id = ${userId} and w.state = 'due' and t.status = 'completed' and not t.skip_transfer
          and t.payment_status in ('paid', 'part_paid') and t.paid_amount > 0
        order by w.updated_at`,
  )
  return rows.map(({ share, ...row }) => ({
    ...row,
    paid: shareOf(row.paid, share),
    gross: shareOf(row.gross, share),
  }))
}

export async function settle(
  db: Db,
  userId: string,
  transferId: string,
  change: { state?: WriteBackState; attempts?: number; updatedAt: Date },
): Promise<void> {
  await db
    .update(writeBacks)
    .set(change)
    .where(and(eq(writeBacks.userId, userId), eq(writeBacks.transferId, transferId)))
}

/** Everything still to be reported waits for a permission. */
export async function forbidDue(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .update(writeBacks)
    .set({ state: 'forbidden', updatedAt: at })
    .where(and(eq(writeBacks.userId, userId), eq(writeBacks.state, 'due')))
}

/** What failed for the lack of a permission is due again. Returns whether anything is due. */
export async function makeDueAgain(db: Db, userId: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(writeBacks)
    .set({ state: 'due', attempts: 0, updatedAt: at })
    .where(and(eq(writeBacks.userId, userId), inArray(writeBacks.state, ['due', 'forbidden'])))
    .returning({ id: writeBacks.transferId })
  return rows.length > 0
}
