import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import type { Recurring } from '../appointments/due.ts'
import { jobSweeps, webhookEvents } from './tables.ts'

export async function lastPendingEvent(
  db: Db,
  companyId: string,
  jobUuid: string,
): Promise<number | null> {
  const [open] = await readOpen(db, { companyId, jobUuid })
  return open ? Number(open.lastId) : null
}

const readOpen = readTogether<
  { companyId: string; jobUuid: string },
  { companyId: string; jobUuid: string; lastId: string }
>(
  ({ companyId, jobUuid }) => `${companyId} ${jobUuid}`,
  // Each job is queried separately, because for a plain join PostgreSQL would read every
  // unprocessed event.
  (db, keys) =>
    rowsOf<{ companyId: string; jobUuid: string; lastId: string }>(
      db,
      sql`select k."companyId", k."jobUuid", e."lastId"
        from ${keyTable(keys, sql`"companyId" uuid, "jobUuid" text`)},
        lateral (
          select max(${webhookEvents.id}) as "lastId" from ${webhookEvents}
          where ${webhookEvents.companyId} = k."companyId" and ${webhookEvents.objectId} = k."jobUuid"
            and not ${webhookEvents.processed}
        ) e
        where e."lastId" is not null`,
    ),
)

/** The types of events that are created here, not sent by ServiceM8. */
export const OUR_EVENTS = ['sweep', 'sync', 'manual', 'reconnect'] as const
export type OurEvent = (typeof OUR_EVENTS)[number]
/** Returns the event type if the event was created here; null for ServiceM8's event types. */
export const ourEvent = (eventType: string): OurEvent | null =>
  OUR_EVENTS.find((ours) => ours === eventType) ?? null

async function lastEventAt(db: Db, companyId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: webhookEvents.createdAt })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.companyId, companyId),
        notInArray(webhookEvents.eventType, [...OUR_EVENTS]),
      ),
    )
    .orderBy(desc(webhookEvents.createdAt))
    .limit(1)
  return row?.at ?? null
}

export async function lastContact(
  db: Db,
  companyId: string,
): Promise<{ webhookAt: Date | null; sweptAt: Date | null }> {
  const webhookAt = await lastEventAt(db, companyId)
  const [sweep] = await db
    .select({ lastAt: jobSweeps.lastAt })
    .from(jobSweeps)
    .where(eq(jobSweeps.companyId, companyId))
  return { webhookAt, sweptAt: sweep?.lastAt ?? null }
}

/**
 * Returns the backlog of unprocessed events. Events of users who must reconnect first do not count
 * as overdue.
 */
export function backlogOfEvents(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select case when c.status = 'connected' then coalesce(e.next_attempt_at, e.created_at) end as since
        from webhook_events e
          join companies co on co.id = e.user_id and co.is_active
          left join connections c on c.user_id = e.user_id and c.vendor = 'servicem8'
        where not e.processed and e.object_id is not null`,
  )
}

/**
 * The recurring sweep of users with an active integration and a valid grant. A user who was never
 * swept is due immediately.
 */
export const SWEEPS: Recurring = {
  work: 'sweep',
  times: (now, among) => sql`
    select c.user_id, coalesce(s.next_at, least(c.updated_at, ${now.toISOString()}::timestamptz)) as since
    from connections c
      join companies co on co.id = c.user_id and co.is_active
      join configurations f on f.user_id = c.user_id and f.is_active
      left join job_sweeps s on s.user_id = c.user_id
    where c.vendor = 'servicem8' and c.status = 'connected' and ${among(sql`c.user_id`)}`,
}

/**
 * Returns the users with a job whose check failed and is postponed. A job that only waits for its
 * running transfer has not failed.
 */
export async function companiesWithFailedLooks(db: Db, now: Date): Promise<string[]> {
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`select distinct e.user_id from webhook_events e join companies co on co.id = e.user_id and co.is_active
        where not e.processed and e.attempts > 0 and e.next_attempt_at > ${now.toISOString()}::timestamptz`,
  )
  return rows.map((row) => row.user_id)
}
