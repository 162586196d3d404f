import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { BillStatus } from '#shared/subscription-status'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/database.ts'
import { subscriptionBills } from './tables.ts'

export type BillRow = typeof subscriptionBills.$inferSelect
export type NewBill = typeof subscriptionBills.$inferInsert
export type BillChange = Partial<Omit<NewBill, 'id' | 'subscriptionId' | 'month'>>

/** Inserts a bill. Returns false if the subscription already has a bill for the month. */
export async function insertBill(tx: Db, bill: NewBill): Promise<boolean> {
  const made = await tx
    .insert(subscriptionBills)
    .values(bill)
    .onConflictDoNothing({ target: [subscriptionBills.subscriptionId, subscriptionBills.month] })
    .returning({ id: subscriptionBills.id })
  return made.length === 1
}

/**
 * Returns true if the month has been billed to this subscription, or to a deleted account with the
 * same e-mail address.
 */
export async function isBilled(
  db: Db,
  { subscriptionId, hashes, month }: { subscriptionId: string; hashes: string[]; month: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptionBills.id })
    .from(subscriptionBills)
    .where(
      and(
        eq(subscriptionBills.month, month),
        or(
          eq(subscriptionBills.subscriptionId, subscriptionId),
          and(isNull(subscriptionBills.companyId), inArray(subscriptionBills.emailHash, hashes)),
        ),
      ),
    )
    .limit(1)
  return rows.length > 0
}

const isOpen = inArray(subscriptionBills.status, ['queued', 'ending'])

const isDue = (now: Date) =>
  and(
    isOpen,
    or(isNull(subscriptionBills.nextAttemptAt), lte(subscriptionBills.nextAttemptAt, now)),
  )

/**
 * Returns true if a bill is due and can be sent: the settings are complete, and the sender's Fiken
 * connection is active and not paused.
 */
export async function hasSendableBills(db: Db, now: Date): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 where exists (${sender(now)}) and exists (select 1 from ${subscriptionBills} where ${isDue(now)})`,
  )
  return rows.length > 0
}

const sender = (now: Date) => sql`select 1 from subscription_settings s
  join companies co on co.id = s.admin_user_id and co.is_active
  join connections c on c.user_id = s.admin_user_id and c.vendor = 'fiken' and c.status = 'connected'
  where s.billing_enabled and s.admin_fiken_company_slug is not null
    and (c.paused_until is null or c.paused_until <= ${now.toISOString()}::timestamptz)`

export async function claimBill(db: Db, claim: string, now: Date): Promise<BillRow | null> {
  const next = db
    .select({ id: subscriptionBills.id })
    .from(subscriptionBills)
    .where(isDue(now))
    .orderBy(asc(subscriptionBills.createdAt), asc(subscriptionBills.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(subscriptionBills)
    .set({ claim, updatedAt: now })
    .where(sql`${subscriptionBills.id} = (${next})`)
    .returning()
  return row ?? null
}

/**
 * Updates a bill for the run that has claimed it. Returns false if another run has claimed the
 * bill.
 */
export async function writeClaimed(
  db: Db,
  { id, claim }: { id: string; claim: string },
  change: BillChange,
): Promise<boolean> {
  const written = await db
    .update(subscriptionBills)
    .set(change)
    .where(and(eq(subscriptionBills.id, id), eq(subscriptionBills.claim, claim), isOpen))
    .returning({ id: subscriptionBills.id })
  return written.length === 1
}

/** Postpones all open bills until the given time, because Fiken is unavailable. */
export async function deferQueued(db: Db, until: Date): Promise<void> {
  await db
    .update(subscriptionBills)
    .set({
      nextAttemptAt: sql`greatest(${subscriptionBills.nextAttemptAt}, ${until.toISOString()}::timestamptz)`,
    })
    .where(isOpen)
}

/** Makes all postponed bills due now, and returns their number. */
export async function endBillWaits(db: Db, now: Date): Promise<number> {
  const due = await db
    .update(subscriptionBills)
    .set({ nextAttemptAt: null, updatedAt: now })
    .where(and(isOpen, gt(subscriptionBills.nextAttemptAt, now)))
    .returning({ id: subscriptionBills.id })
  return due.length
}

export async function billsOfMonth(db: Db, month: string): Promise<BillRow[]> {
  return db
    .select()
    .from(subscriptionBills)
    .where(eq(subscriptionBills.month, month))
    .orderBy(desc(subscriptionBills.createdAt), asc(subscriptionBills.id))
}

export async function billedMonths(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ month: subscriptionBills.month })
    .from(subscriptionBills)
    .orderBy(desc(subscriptionBills.month))
  return rows.map(({ month }) => month)
}

export async function billsOfCompany(db: Db, companyId: string): Promise<BillRow[]> {
  return db
    .select()
    .from(subscriptionBills)
    .where(eq(subscriptionBills.companyId, companyId))
    .orderBy(desc(subscriptionBills.month))
}

export async function countOpenBills(
  db: Db,
): Promise<Record<'queued' | 'ending' | 'failed', number>> {
  const rows = await db
    .select({ status: subscriptionBills.status, count: sql<number>`count(*)::int` })
    .from(subscriptionBills)
    .where(inArray(subscriptionBills.status, ['queued', 'ending', 'failed']))
    .groupBy(subscriptionBills.status)
  const of = (status: BillStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { queued: of('queued'), ending: of('ending'), failed: of('failed') }
}

export async function holdBill(tx: Db, id: string): Promise<BillRow | null> {
  const [row] = await tx
    .select()
    .from(subscriptionBills)
    .where(eq(subscriptionBills.id, id))
    .for('update')
  return row ?? null
}

/**
 * Updates a bill and removes the run's claim, so that a run that still holds the claim writes
 * nothing more.
 */
export async function writeBill(tx: Db, id: string, change: BillChange): Promise<void> {
  await tx
    .update(subscriptionBills)
    .set({ claim: null, ...change })
    .where(eq(subscriptionBills.id, id))
}

export async function failedBills(tx: Db): Promise<BillRow[]> {
  return tx
    .select()
    .from(subscriptionBills)
    .where(eq(subscriptionBills.status, 'failed'))
    .orderBy(asc(subscriptionBills.createdAt))
    .for('update')
}

/**
 * Removes the recipients from the bills of an account that is about to be deleted. A queued or
 * failed bill keeps its recipient until the invoice is created or the bill is ended without an
 * invoice.
 */
export async function forgetRecipients(
  tx: Db,
  companyId: string,
  emailHash: string,
): Promise<void> {
  await tx
    .update(subscriptionBills)
    .set({
      emailHash,
      recipient: sql`case when ${subscriptionBills.status} in ('done', 'ended') then null else ${subscriptionBills.recipient} end`,
    })
    .where(eq(subscriptionBills.companyId, companyId))
}

/**
 * Returns the backlog of open bills. While the sender cannot send bills, no bill counts as overdue.
 */
export function backlogOfBills(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select case when exists (${sender(now)}) then coalesce(next_attempt_at, created_at) end as since
        from ${subscriptionBills} where status in ('queued', 'ending')`,
  )
}
