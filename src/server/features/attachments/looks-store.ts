import { and, asc, eq, isNotNull, lte, or, sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { attachmentLooks, type LookRow } from './tables.ts'

const isOne = ({ companyId, transferId }: Pick<LookRow, 'companyId' | 'transferId'>) =>
  and(eq(attachmentLooks.companyId, companyId), eq(attachmentLooks.transferId, transferId))

export async function addLooks(
  tx: Db,
  companyId: string,
  transferIds: readonly string[],
  now: Date,
): Promise<void> {
  if (transferIds.length === 0) return
  const begins = { failures: 0, nextLookAt: now, needsConsent: false, why: '' }
  await tx
    .insert(attachmentLooks)
    .values(transferIds.map((transferId) => ({ transferId, companyId, ...begins })))
    .onConflictDoUpdate({ target: attachmentLooks.transferId, set: begins })
}

export function dueLooks(db: Db, companyId: string, now: Date): Promise<LookRow[]> {
  return db
    .select()
    .from(attachmentLooks)
    .where(and(eq(attachmentLooks.companyId, companyId), lte(attachmentLooks.nextLookAt, now)))
    .orderBy(asc(attachmentLooks.nextLookAt), asc(attachmentLooks.failures))
    .limit(100)
}

export async function lookOf(
  db: Db,
  companyId: string,
  transferId: string,
): Promise<LookRow | null> {
  const [row] = await db.select().from(attachmentLooks).where(isOne({ companyId, transferId }))
  return row ?? null
}

export async function endLook(tx: Db, look: LookRow): Promise<void> {
  await tx.delete(attachmentLooks).where(isOne(look))
}

export async function changeLook(
  db: Db,
  look: LookRow,
  change: Partial<Pick<LookRow, 'failures' | 'nextLookAt' | 'needsConsent' | 'why'>>,
): Promise<void> {
  await db.update(attachmentLooks).set(change).where(isOne(look))
}

export async function postponeLooks(db: Db, companyId: string, until: Date): Promise<void> {
  await db
    .update(attachmentLooks)
    .set({ nextLookAt: until })
    .where(and(eq(attachmentLooks.companyId, companyId), lte(attachmentLooks.nextLookAt, until)))
}

export async function makeLooksDue(db: Db, companyId: string, now: Date): Promise<void> {
  await db
    .update(attachmentLooks)
    .set({ nextLookAt: now, needsConsent: false })
    .where(
      and(
        eq(attachmentLooks.companyId, companyId),
        or(attachmentLooks.needsConsent, isNotNull(attachmentLooks.nextLookAt)),
      ),
    )
}

const WORK = sql`
  select t.user_id, t.attachments_due_at as since from transfers t
    where t.attachments_due_at is not null and t.status = 'completed' and not t.skip_transfer
  union all select l.user_id, l.next_look_at from attachment_looks l where l.next_look_at is not null
  union all select a.user_id, a.next_try_at from job_attachments a
    where a.state = 'waiting' and a.next_try_at is not null`

const OPEN = sql`
  join companies co on co.id = work.user_id and co.is_active
  join connections s on s.user_id = work.user_id and s.vendor = 'servicem8' and s.status = 'connected'
  join connections f on f.user_id = work.user_id and f.vendor = 'fiken' and f.status = 'connected'`

/**
 * Returns the users with files to list or send and with both vendors connected, those waiting
 * longest first.
 */
export async function companiesWithDueFiles(db: Db, now: Date, limit: number): Promise<string[]> {
  const at = now.toISOString()
  const rows = await rowsOf<{ user_id: string }>(
    db,
    // Computed first, because this subquery is nearly always empty.
    sql`with work as materialized (select user_id, min(since) as since from (${WORK}) all_work group by user_id)
        select work.user_id from work ${OPEN}
        where work.since <= ${at}::timestamptz and (f.paused_until is null or f.paused_until <= ${at}::timestamptz)
        order by work.since limit ${limit}`,
  )
  return rows.map((row) => row.user_id)
}

export function backlogOfFiles(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select case when s.user_id is not null and f.user_id is not null
            then greatest(work.since, f.paused_until) end as since
        from (${WORK}) work
          join companies co on co.id = work.user_id and co.is_active
          left join connections s on s.user_id = work.user_id and s.vendor = 'servicem8' and s.status = 'connected'
          left join connections f on f.user_id = work.user_id and f.vendor = 'fiken' and f.status = 'connected'`,
  )
}
