import {
  and,
  asc,
  between,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { WorkRows } from '../../platform/database/holders.ts'
import { jobSweeps, webhookEvents } from './tables.ts'
import { ourEvent, type OurEvent } from './queries.ts'

/**
 * Stores a webhook and returns the id of the user to whom its secret belongs, in one SQL statement;
 * null when no user has the secret.
 */
export async function acceptPing(
  db: Db,
  ping: {
    secretHash: string
    eventType: string
    objectType: string | null
    objectId: string | null
    payload: unknown
    problem: string | null
    at: Date
  },
): Promise<string | null> {
  const [row] = await rowsOf<{ user_id: string }>(
    db,
    sql`insert into webhook_events (user_id, event_type, object_type, object_id, payload, processed, processing_error, created_at)
        select user_id, ${ping.eventType}, ${ping.objectType}, ${ping.objectId}, ${JSON.stringify(ping.payload ?? null)}::jsonb,
          ${ping.problem !== null}, ${ping.problem}, ${ping.at.toISOString()}::timestamptz
        from webhook_subscriptions where secret_hash = ${ping.secretHash}
        returning user_id`,
  )
  return row?.user_id ?? null
}

/**
 * Returns the user to whom a webhook secret belongs, or null. Called before the request's body is
 * read.
 */
export async function ownerOfSecret(db: Db, secretHash: string): Promise<string | null> {
  const [row] = await rowsOf<{ user_id: string }>(
    db,
    sql`select user_id from webhook_subscriptions where secret_hash = ${secretHash}`,
  )
  return row?.user_id ?? null
}

/**
 * Adds rows for jobs that no webhook reported, because the sweep found them or the user requested
 * them.
 */
export async function addEvents(
  db: Db,
  companyId: string,
  eventType: OurEvent | `job.${string}`,
  jobUuids: readonly string[],
  at: Date,
): Promise<void> {
  for (let i = 0; i < jobUuids.length; i += 500) {
    const rows = jobUuids
      .slice(i, i + 500)
      .map((objectId) => ({ companyId, eventType, objectType: 'job', objectId, createdAt: at }))
    if (rows.length > 0) await db.insert(webhookEvents).values(rows)
  }
}

export interface OpenJob {
  jobUuid: string
  /**
   * The id of the newest row included; a check that starts now covers rows up to this one, and
   * later rows cause one more check.
   */
  lastId: number
  eventTypes: string[]
  attempts: number
  since: Date
}

/**
 * Returns the jobs with due unprocessed rows. Jobs with the fewest failures come first, so that a
 * job that always fails does not block others; then the oldest.
 */
export async function openJobs(
  db: Db,
  companyId: string,
  now: Date,
  limit: number,
): Promise<OpenJob[]> {
  const rows = await db
    .select({
      jobUuid: webhookEvents.objectId,
      lastId: sql<string>`max(${webhookEvents.id})`,
      eventTypes: sql<string[]>`array_agg(distinct ${webhookEvents.eventType})`,
      attempts: sql<number>`max(${webhookEvents.attempts})::int`,
      since: sql<Date>`min(${webhookEvents.createdAt})`.mapWith(webhookEvents.createdAt),
    })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.companyId, companyId),
        eq(webhookEvents.processed, false),
        isNotNull(webhookEvents.objectId),
        or(isNull(webhookEvents.nextAttemptAt), lte(webhookEvents.nextAttemptAt, now)),
      ),
    )
    .groupBy(webhookEvents.objectId)
    .orderBy(asc(sql`max(${webhookEvents.attempts})`), asc(sql`min(${webhookEvents.id})`))
    .limit(limit)
  return rows.flatMap((r) =>
    r.jobUuid === null
      ? []
      : [
          {
            jobUuid: r.jobUuid,
            lastId: Number(r.lastId),
            eventTypes: r.eventTypes,
            attempts: r.attempts,
            since: r.since,
          },
        ],
  )
}

/**
 * Returns the job with `lastId` raised to include rows that arrived before the job is fetched,
 * because the same check covers them: ServiceM8 sends two or three webhooks within a moment when a
 * job is completed. Returns the job unchanged when any of the new rows has another origin.
 */
export async function withLaterEvents(db: Db, companyId: string, job: OpenJob): Promise<OpenJob> {
  const [row] = await db
    .select({
      lastId: sql<string | null>`max(${webhookEvents.id})`,
      eventTypes: sql<string[] | null>`array_agg(distinct ${webhookEvents.eventType})`,
    })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.companyId, companyId),
        eq(webhookEvents.objectId, job.jobUuid),
        eq(webhookEvents.processed, false),
      ),
    )
  const known = new Set(job.eventTypes.map(sourceOf))
  const isCovered = row?.eventTypes?.every((type) => known.has(sourceOf(type)))
  return row?.lastId && isCovered ? { ...job, lastId: Number(row.lastId) } : job
}

const sourceOf = (eventType: string) => ourEvent(eventType) ?? 'webhook'

/** Marks the job's rows as processed. Rows of webhooks that arrived during the check stay open. */
export async function settleEvents(
  db: Db,
  companyId: string,
  { jobUuid, lastId }: Pick<OpenJob, 'jobUuid' | 'lastId'>,
  { problem, jobState }: { problem: string | null; jobState: string | null },
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ processed: true, processingError: problem, jobState })
    .where(
      and(
        eq(webhookEvents.companyId, companyId),
        eq(webhookEvents.objectId, jobUuid),
        eq(webhookEvents.processed, false),
        lte(webhookEvents.id, lastId),
      ),
    )
}

/**
 * Postpones the rows of a check that could not be finished.
 * @param of `jobUuid` is the job, or null for all of the user's jobs when the whole account does
 * not respond. `failed` is the job being checked, when that counts as a failure. Only this job's
 * retry interval grows: the other jobs were not tried, and an account with many jobs would
 * otherwise wait hours for a vendor that responds to 19 of 20 calls
 */
export async function postponeEvents(
  db: Db,
  companyId: string,
  of: { jobUuid: string | null; failed: string | null },
  until: Date,
  problem: string,
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({
      nextAttemptAt: until,
      processingError: problem,
      ...(of.failed === null
        ? {}
        : {
            attempts: sql`${webhookEvents.attempts} + (case when ${eq(webhookEvents.objectId, of.failed)} then 1 else 0 end)`,
          }),
    })
    .where(
      and(
        eq(webhookEvents.companyId, companyId),
        eq(webhookEvents.processed, false),
        of.jobUuid === null ? undefined : eq(webhookEvents.objectId, of.jobUuid),
      ),
    )
}

export async function clearEventBackoff(db: Db, companyId: string): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ nextAttemptAt: null })
    .where(and(eq(webhookEvents.companyId, companyId), eq(webhookEvents.processed, false)))
}

export const OPEN_EVENTS: WorkRows = {
  table: webhookEvents,
  condition: sql`not ${webhookEvents.processed} and ${webhookEvents.objectId} is not null`,
}

export async function whoseEventsMayRun(db: Db, companyIds: readonly string[]): Promise<string[]> {
  if (companyIds.length === 0) return []
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`select c.user_id from jsonb_array_elements_text(${JSON.stringify(companyIds)}::jsonb) asked(id)
        join connections c on c.user_id = asked.id::uuid and c.vendor = 'servicem8' and c.status = 'connected'
        join companies co on co.id = c.user_id and co.is_active`,
  )
  return rows.map((r) => r.user_id)
}

export interface Sweep {
  accountUuid: string
  cursor: string
  lastAt: Date | null
  nextAt: Date | null
}

export async function sweepOf(db: Db, companyId: string): Promise<Sweep | null> {
  const [row] = await db
    .select({
      accountUuid: jobSweeps.accountUuid,
      cursor: jobSweeps.cursor,
      lastAt: jobSweeps.lastAt,
      nextAt: jobSweeps.nextAt,
    })
    .from(jobSweeps)
    .where(eq(jobSweeps.companyId, companyId))
  return row ?? null
}

export async function scheduleSweep(db: Db, companyId: string, nextAt: Date): Promise<void> {
  await db
    .insert(jobSweeps)
    .values({ companyId, nextAt })
    .onConflictDoUpdate({ target: jobSweeps.companyId, set: { nextAt } })
}

/**
 * Postpones the next sweep, unless a sweep was requested while the last sweep ran ({@link
 * askedSince}).
 */
export async function postponeSweep(
  db: Db,
  companyId: string,
  { nextAt, ...meantime }: Meantime & { nextAt: Date },
): Promise<void> {
  await db
    .insert(jobSweeps)
    .values({ companyId, nextAt })
    .onConflictDoUpdate({
      target: jobSweeps.companyId,
      set: { nextAt },
      setWhere: not(askedSince(meantime)),
    })
}

export interface Meantime {
  /** The next sweep's time, read before the sweep's settings; null when there was none. */
  appointment: Date | null
  startedAt: Date
  now: Date
}

/**
 * Returns the condition that a sweep was requested since the state was read. A request changes the
 * appointment. Comparing only times would miss a request made between our last clock reading and
 * the SQL statement, or by a clock that is behind; the comparison of times only catches a request
 * made in the same millisecond as the appointment.
 */
function askedSince({ appointment, startedAt, now }: Meantime): SQL {
  const { nextAt } = jobSweeps
  return sql`(${nextAt} is distinct from ${sql.param(appointment, nextAt)} or ${between(nextAt, startedAt, now)})`
}

/** Clears the cursor, so that the next sweep starts at the beginning of the relevant period. */
export async function forgetSweep(db: Db, companyId: string, nextAt: Date): Promise<void> {
  const restart = { cursor: '', nextAt }
  await db
    .insert(jobSweeps)
    .values({ companyId, ...restart })
    .onConflictDoUpdate({ target: jobSweeps.companyId, set: restart })
}

/**
 * Stores a finished sweep. If another sweep was requested while this sweep ran ({@link
 * askedSince}), the cursor and the appointment are kept, because this sweep does not cover the
 * request.
 */
export async function finishSweep(
  db: Db,
  companyId: string,
  {
    accountUuid,
    cursor,
    nextAt,
    ...meantime
  }: Meantime & {
    accountUuid: string
    cursor: string
    nextAt: Date
  },
): Promise<void> {
  const lastAt = meantime.startedAt
  const unanswered = askedSince(meantime)
  const keep = (column: PgColumn, value: string | Date) =>
    sql`case when ${unanswered} then ${column} else ${sql.param(value, column)} end`
  await db
    .insert(jobSweeps)
    .values({ companyId, accountUuid, cursor, lastAt, nextAt })
    .onConflictDoUpdate({
      target: jobSweeps.companyId,
      set: {
        accountUuid,
        lastAt,
        cursor: keep(jobSweeps.cursor, cursor),
        nextAt: keep(jobSweeps.nextAt, nextAt),
      },
    })
}

export interface JobLooks {
  /**
   * The state of the job's open rows: `now` when running or next in turn, `later` when postponed,
   * null when no row is open.
   */
  open: 'now' | 'later' | null
  jobState: string | null
}

export async function looksAt(
  db: Db,
  companyId: string,
  jobUuids: readonly string[],
  now: Date,
): Promise<Map<string, JobLooks>> {
  if (jobUuids.length === 0) return new Map()
  const { processed, nextAttemptAt, jobState, id } = webhookEvents
  const due = sql`${nextAttemptAt} is null or ${nextAttemptAt} <= ${sql.param(now, nextAttemptAt)}`
  const rows = await db
    .select({
      job: webhookEvents.objectId,
      open: sql<
        JobLooks['open']
      >`case when bool_or(not ${processed} and (${due})) then 'now' when bool_or(not ${processed}) then 'later' end`,
      jobState: sql<
        string | null
      >`(array_agg(${jobState} order by ${id} desc) filter (where ${jobState} is not null))[1]`,
    })
    .from(webhookEvents)
    .where(
      and(eq(webhookEvents.companyId, companyId), inArray(webhookEvents.objectId, [...jobUuids])),
    )
    .groupBy(webhookEvents.objectId)
  return new Map(rows.flatMap(({ job, ...looks }) => (job ? [[job, looks] as const] : [])))
}
