import { and, eq, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../../platform/queue/backlog.ts'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import type { BillingWrite } from '../queries.ts'
import type { BillingOverride } from '../reading/recipient.ts'
import { billingOverrides, billingWrites, type WriteState } from '../tables.ts'

const ofClient = (companyId: string, clientUuid: string) =>
  and(eq(billingWrites.companyId, companyId), eq(billingWrites.clientUuid, clientUuid))

/**
 * Returns a condition that matches the write's row only while the row belongs to this save, so that
 * a later save is not changed.
 */
const ofChange = ({ companyId, clientUuid, change }: BillingWrite) =>
  and(ofClient(companyId, clientUuid), eq(billingWrites.change, change))

const {
  companyId: _owner,
  clientUuid: _client,
  updatedAt: _at,
  ...fields
} = getTableColumns(billingOverrides)

/** Reads a client's saved address and its write to ServiceM8, and locks both rows. */
export async function lockBilling(
  tx: Db,
  companyId: string,
  clientUuid: string,
): Promise<{ override: BillingOverride | null; write: BillingWrite | null }> {
  const [write] = await tx
    .select()
    .from(billingWrites)
    .where(ofClient(companyId, clientUuid))
    .for('update')
  const [override] = await tx
    .select(fields)
    .from(billingOverrides)
    .where(
      and(eq(billingOverrides.companyId, companyId), eq(billingOverrides.clientUuid, clientUuid)),
    )
    .for('update')
  return { override: override ?? null, write: write ?? null }
}

/** Replaces the saved address, or deletes it when null, and stores the text for ServiceM8. */
export async function storeBilling(
  tx: Db,
  override: BillingOverride | null,
  write: BillingWrite,
): Promise<void> {
  const { companyId, clientUuid, savedAt } = write
  if (override) {
    const row = { ...override, updatedAt: savedAt }
    await tx
      .insert(billingOverrides)
      .values({ companyId, clientUuid, ...row })
      .onConflictDoUpdate({
        target: [billingOverrides.companyId, billingOverrides.clientUuid],
        set: row,
      })
  } else {
    await tx
      .delete(billingOverrides)
      .where(
        and(eq(billingOverrides.companyId, companyId), eq(billingOverrides.clientUuid, clientUuid)),
      )
  }
  await tx
    .insert(billingWrites)
    .values(write)
    .onConflictDoUpdate({ target: [billingWrites.companyId, billingWrites.clientUuid], set: write })
}

export async function writeOf(
  db: Db,
  companyId: string,
  clientUuid: string,
): Promise<BillingWrite | null> {
  const [row] = await db.select().from(billingWrites).where(ofClient(companyId, clientUuid))
  return row ?? null
}

/**
 * Records the outcome of an attempt to write an address to ServiceM8. Returns false if a later save
 * has replaced the row.
 */
export async function recordAttempt(
  db: Db,
  write: BillingWrite,
  now: Pick<BillingWrite, 'state' | 'why' | 'failures' | 'nextTryAt'>,
): Promise<boolean> {
  const [row] = await db
    .update(billingWrites)
    .set(now)
    .where(ofChange(write))
    .returning({ change: billingWrites.change })
  return row !== undefined
}

/**
 * Schedules the newer save again after an older save was written, because ServiceM8 might have
 * received the older request last. The older text is added to the texts that may be overwritten.
 */
export async function lookAgain(db: Db, older: BillingWrite, now: Date): Promise<void> {
  const { companyId, clientUuid, change, text } = older
  await db
    .update(billingWrites)
    .set({
      state: 'waiting',
      nextTryAt: now,
      expected: sql`${billingWrites.expected} || ${JSON.stringify([text])}::jsonb`,
    })
    .where(and(ofClient(companyId, clientUuid), ne(billingWrites.change, change)))
}

/**
 * Returns the user's writes that are due. If `mayWrite` is true, these include writes that wait for
 * the user's consent in ServiceM8.
 */
export function dueWrites(
  db: Db,
  companyId: string,
  { now, mayWrite }: { now: Date; mayWrite: boolean },
): Promise<BillingWrite[]> {
  const states: WriteState[] = mayWrite ? ['waiting', 'consent'] : ['waiting']
  return db
    .select()
    .from(billingWrites)
    .where(
      and(
        eq(billingWrites.companyId, companyId),
        inArray(billingWrites.state, states),
        or(isNull(billingWrites.nextTryAt), lte(billingWrites.nextTryAt, now)),
      ),
    )
    .orderBy(billingWrites.savedAt)
    .limit(100)
}

/** Makes a user's waiting writes due when ServiceM8 has been reconnected. */
export async function makeDue(db: Db, companyId: string): Promise<void> {
  await db
    .update(billingWrites)
    .set({ nextTryAt: null })
    .where(
      and(
        eq(billingWrites.companyId, companyId),
        inArray(billingWrites.state, ['waiting', 'consent']),
      ),
    )
}

/**
 * Returns users with due writes. Writes that wait for consent count only if the connection has the
 * OAuth scope `scope`.
 */
export async function companiesWithDueWrites(
  db: Db,
  now: Date,
  { scope, limit }: { scope: string; limit: number },
): Promise<string[]> {
  const rows = await rowsOf<{ user_id: string }>(
    db,
    // The subquery is materialized because it nearly always returns no rows.
    sql`with w as materialized (
          select user_id, state from billing_writes
          where state in ('waiting', 'consent') and (next_try_at is null or next_try_at <= ${now.toISOString()}::timestamptz)
        )
        select distinct w.user_id from w
        join connections c on c.user_id = w.user_id and c.vendor = 'servicem8' and c.status = 'connected'
        join grants g on g.id = c.grant_id
        join companies co on co.id = w.user_id and co.is_active
        where w.state = 'waiting' or g.scope like ${`%${scope}%`}
        limit ${limit}`,
  )
  return rows.map((row) => row.user_id)
}

/**
 * Returns the backlog of writes to ServiceM8. Writes that wait for consent do not count as due
 * unless the connection has the OAuth scope `scope`.
 */
export function backlogOfWrites(db: Db, now: Date, scope: string): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select case
            when c.status = 'connected' and (w.state = 'waiting' or g.scope like ${`%${scope}%`})
            then coalesce(w.next_try_at, w.saved_at)
          end as since
        from billing_writes w
          join companies co on co.id = w.user_id and co.is_active
          left join connections c on c.user_id = w.user_id and c.vendor = 'servicem8'
          left join grants g on g.id = c.grant_id
        where w.state in ('waiting', 'consent')`,
  )
}
