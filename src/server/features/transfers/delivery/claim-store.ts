import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import type { WorkRows } from '../../../platform/database/holders.ts'
import { activityOf, type ActivityEntry } from '../../activity-log/record.ts'
import { documents } from '../../documents/tables.ts'
import type { JobShare } from '../../drafts/sent-draft.ts'
import { FACTS_LAST_MS } from '../../service-jobs/eligibility.ts'
import { dueWhenDone } from '../attachment-store.ts'
import { standing } from '../outcome.ts'
import { wasNotSent, wasSent } from '../queries.ts'
import { OF_DOCUMENT, ownOf } from '../row-queries.ts'
import { NEXT_REVISION, partsOfChange } from '../store.ts'
import { transfers, type NewTransfer, type TransferChange, type TransferRow } from '../tables.ts'
import type { NewTimelineEntry } from '../timeline.ts'
import { entriesOf } from '../timeline-store.ts'
import { heldSettings, isUnblocked } from '../settings-store.ts'

/**
 * This file claims the rows of a lane. A lane is a Fiken user and can serve several of our users.
 * Every write of a run requires the run's claim, so a run that was suspended until another run took
 * its row changes nothing.
 */

/** The SQL condition for a valid Fiken grant that is not paused, of an active company. */
const openLane = (at: string) => sql`c.vendor = 'fiken' and c.status = 'connected' and co.is_active
  and (c.paused_until is null or c.paused_until <= ${at}::timestamptz)`

/**
 * Selects a company's oldest due rows. The query reads only the end of one index, however long the
 * queue is.
 */
const oldestDue = (at: string, companyId: SQL = sql`c.user_id`, count = 1) =>
  sql`select t.id, t.created_at from transfers t
    where t.user_id = ${companyId} and t.status = 'queued' and not t.skip_transfer
      and (t.next_attempt_at is null or t.next_attempt_at <= ${at}::timestamptz)
    order by t.created_at, t.id limit ${count}`

export const QUEUED: WorkRows = {
  table: transfers,
  condition: sql`${transfers.status} = 'queued' and not ${transfers.skipTransfer}`,
}

/** Returns the lanes with due rows, and the lanes whose rows a killed run has left behind. */
export async function lanesToRun(
  db: Db,
  now: Date,
  withDueRows: readonly string[],
): Promise<string[]> {
  const at = now.toISOString()
  const rows = await rowsOf<{ lane: string }>(
    db,
    sql`select distinct c.lane
        from (
            select id::uuid as user_id, true as due from jsonb_array_elements_text(${JSON.stringify(withDueRows)}::jsonb) asked(id)
            union all select t.user_id, false from transfers t where t.status = 'processing'
          ) holders
          join connections c on c.user_id = holders.user_id and c.vendor = 'fiken' and c.lane is not null
          join companies co on co.id = c.user_id
        where (c.paused_until is null or c.paused_until <= ${at}::timestamptz) and (not holders.due or ${openLane(at)})`,
  )
  return rows.map((row) => row.lane)
}

export async function laneHasDueRows(db: Db, lane: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const rows = await rowsOf(
    db,
    sql`select 1 from connections c join companies co on co.id = c.user_id
        left join lateral (${oldestDue(at)}) due on ${openLane(at)}
        left join lateral (select t.id from transfers t where t.user_id = c.user_id and t.status = 'processing' limit 1) left_behind on true
        where c.vendor = 'fiken' and c.lane = ${lane} and (c.paused_until is null or c.paused_until <= ${at}::timestamptz)
          and (due.id is not null or left_behind.id is not null) limit 1`,
  )
  return rows.length > 0
}

export const NO_CLAIM = { claim: null, claimedAt: null } as const satisfies Partial<NewTransfer>

/**
 * Claims the oldest due row of the lane's next company, in a single SQL statement, so that two
 * drains can never claim the same row. The companies that share a Fiken user take turns, so that
 * none waits for another's backlog.
 * @param after the id after which the next company is looked for; the random claim begins anywhere
 */
export async function claimNext(
  db: Db,
  lane: string,
  claim: string,
  now: Date,
  after: string = claim,
): Promise<TransferRow | null> {
  const at = now.toISOString()
  const next = sql`(
    select due.id from connections c join companies co on co.id = c.user_id
    cross join lateral (${oldestDue(at)} for update of t skip locked) due
    where c.lane = ${lane} and ${openLane(at)}
    order by c.user_id <= ${after}::uuid, c.user_id limit 1)`
  const which = and(sql`${transfers.id} = ${next}`, eq(transfers.status, 'queued'))
  const [row] = await take(db, which, claim, now)
  return row ?? null
}

/** Claims the selected rows in one SQL statement, which does not change the rows' documents. */
async function take(
  db: Db,
  which: SQL | undefined,
  claim: string,
  now: Date,
): Promise<TransferRow[]> {
  const mine = db
    .$with('mine')
    .as(db.update(transfers).set(claimedBy(claim, now)).where(which).returning())
  return db
    .with(mine)
    .select({ ...ownOf(mine), ...OF_DOCUMENT })
    .from(mine)
    .leftJoin(documents, eq(documents.id, mine.documentId))
}

const claimedBy = (claim: string, now: Date) => ({
  status: 'processing' as const,
  claim,
  claimedAt: now,
  stage: 'fetch' as const,
  attempts: sql`${transfers.attempts} + 1`,
  updatedAt: now,
})

/**
 * A margin in milliseconds: a job whose facts become too old within it would be fetched again and
 * delay the batch.
 */
const SOON_OLD_MS = 60_000

/**
 * Returns the SQL condition for a row `t` that may be part of a batch (decision 0046): no run has
 * ever sent it to Fiken, and nothing but its first draft has been requested. A row that must be
 * fetched again runs alone, so that the other rows do not wait for ServiceM8.
 * @param attempts the row's attempts, including the current claim
 */
const mayGoInStep = (t: SQL, attempts: number, at: string) => sql`${t}.document_id is null
  and ${t}.pending_reason is distinct from 'undone' and ${t}.collective_run is null
  and ${t}.revision = 0 and ${t}.retry_count = 0 and ${t}.attempts = ${attempts} and not ${t}.needs_fetch
  and (${t}.snapshot->>'fetchedAt')::timestamptz > ${at}::timestamptz - ${FACTS_LAST_MS - SOON_OLD_MS}::float8 * interval '1 millisecond'`

/**
 * Claims up to `count` more due rows of the user as a batch with the row just claimed. Returns none
 * when that row may not be in a batch, when the user wants invoices, or while Fiken is down and
 * rows are tried one at a time (decision 0012).
 */
async function claimInStep(
  db: Db,
  first: Pick<TransferRow, 'id' | 'companyId'>,
  claim: string,
  { now, count }: { now: Date; count: number },
): Promise<TransferRow[]> {
  const at = now.toISOString()
  const { id, companyId } = first
  const next = sql`(
    select t.id from (${oldestDue(at, sql`${companyId}`, count)}) due join transfers t on t.id = due.id
    where ${mayGoInStep(sql`t`, 0, at)}
      and exists (select from transfers one where one.id = ${id} and one.user_id = ${companyId} and ${mayGoInStep(sql`one`, 1, at)})
      and exists (select from configurations f where f.user_id = ${companyId} and f.invoice_creation_mode <> 'invoice')
      and not exists (select from transfers o where o.user_id = ${companyId} and not o.skip_transfer
        and o.status in ('queued', 'processing') and o.error_code = 'fiken_down')
    for update of t skip locked)`
  const which = and(
    eq(transfers.companyId, companyId),
    sql`${transfers.id} in ${next}`,
    eq(transfers.status, 'queued'),
  )
  const rows = await take(db, which, claim, now)
  return rows.sort(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
  )
}

/**
 * Returns true if other rows run together with this row, because they are on the same draft or in
 * the same set (decision 0054).
 */
const goesWithOthers = (row: TransferRow): boolean =>
  wasSent(row) ? row.collectiveId !== null : row.collectiveRun !== null

/**
 * Claims the rows that run together with the first row, due or not: the rows on the same draft if
 * that was or might have been sent, otherwise the rows of the same set.
 */
async function claimSet(
  db: Db,
  first: TransferRow,
  claim: string,
  now: Date,
): Promise<TransferRow[]> {
  // Every transaction locks rows in this order, which prevents deadlocks.
  const others = db
    .select({ id: transfers.id })
    .from(transfers)
    .where(
      and(
        eq(transfers.companyId, first.companyId),
        wasSent(first)
          ? sql`${transfers.documentId} = ${first.documentId}`
          : and(sql`${transfers.collectiveRun} = ${first.collectiveRun}`, wasNotSent()),
        eq(transfers.status, 'queued'),
        eq(transfers.skipTransfer, false),
      ),
    )
    .orderBy(transfers.id)
    .for('update')
  return take(db, sql`${transfers.id} in (${others})`, claim, now)
}

interface Claim {
  /**
   * `batch`: first drafts that share look-ups. `set`: jobs that go on drafts together, with nothing
   * sent. `shared_draft`: the jobs of a draft that was or might have been sent.
   */
  runsAs: 'alone' | 'batch' | 'set' | 'shared_draft'
  rows: readonly [TransferRow, ...TransferRow[]]
}

/**
 * Claims the rows that run together with the row just claimed.
 * @param how.count the most rows that a batch takes in addition
 */
export async function claimWith(
  db: Db,
  first: TransferRow,
  claim: string,
  how: { now: Date; count: number },
): Promise<Claim> {
  if (goesWithOthers(first)) {
    const rows = [first, ...(await claimSet(db, first, claim, how.now))] as const
    return { runsAs: wasSent(first) ? 'shared_draft' : 'set', rows }
  }
  const batch = await claimInStep(db, first, claim, how)
  return { runsAs: batch.length > 0 ? 'batch' : 'alone', rows: [first, ...batch] }
}

export interface ClaimedRows {
  companyId: string
  ids: readonly [string, ...string[]]
}

export const claimedRows = (
  row: { id: string; companyId: string },
  others: readonly { id: string }[] = [],
): ClaimedRows => ({ companyId: row.companyId, ids: [row.id, ...others.map(({ id }) => id)] })

/** The jobs' shares of a draft, in øre, keyed by transfer id. */
export type SharesByRow = ReadonlyMap<string, { net: number; gross: number; share: JobShare }>

export interface ClaimedWrite {
  change: TransferChange
  entries?: readonly NewTimelineEntry[]
  activity?: ActivityEntry | undefined
  doneAt?: Date | undefined
  /**
   * The slug of the company for which the settings must still allow a transfer; undefined to write
   * in any case.
   */
  company?: string | undefined
  shares?: SharesByRow | undefined
}

/**
 * Writes all claimed rows with their timeline entries, or none, in one SQL statement. Returns false
 * when the claim on any row is lost or the settings no longer allow the transfer.
 */
export async function writeClaimed(
  db: Db,
  { companyId, ids }: ClaimedRows,
  claim: string,
  { change, entries = [], activity, company, doneAt, shares }: ClaimedWrite,
): Promise<boolean> {
  const which = and(
    isHeldBy({ companyId, ids }, claim),
    company === undefined ? undefined : isUnblocked(company),
  )
  const isAlone = ids.length === 1
  const more = {
    ...(isAlone || change.revision === undefined ? {} : NEXT_REVISION),
    ...(doneAt ? dueWhenDone(companyId, doneAt) : {}),
    ...(shares ? ofEach(shares) : {}),
  }
  const parts = [
    ...(company === undefined ? [] : [sql`settings as materialized (${heldSettings(companyId)})`]),
    ...partsOfChange(db, which, change, { all: ids.length, more }),
    ...(entries.length === 0
      ? []
      : [sql`timeline as (${entriesOf(sql`mine`, companyId, entries)})`]),
    ...(activity === undefined
      ? []
      : [sql`logged as (${activityOf(sql`(select id from mine limit 1) one`, activity)})`]),
  ]
  const written = await rowsOf<{ id: string }>(
    db,
    sql`with ${sql.join(parts, sql`, `)} select id from mine`,
  )
  return written.length === ids.length
}

function ofEach(shares: SharesByRow) {
  const of = sql`(${JSON.stringify(Object.fromEntries(shares))}::jsonb -> ${transfers.id}::text)`
  return {
    amount: sql`(${of} ->> 'gross')::bigint`,
    netAmount: sql`(${of} ->> 'net')::bigint`,
    share: sql`${of} -> 'share'`,
  }
}

/**
 * Returns true if the run still holds the claim on all rows. A suspended process can have lost the
 * claim without noticing.
 */
export async function holdsClaim(db: Db, rows: ClaimedRows, claim: string): Promise<boolean> {
  return (await db.$count(transfers, isHeldBy(rows, claim))) === rows.ids.length
}

const isHeldBy = ({ companyId, ids }: ClaimedRows, claim: string) =>
  and(
    eq(transfers.companyId, companyId),
    inArray(transfers.id, [...ids]),
    eq(transfers.claim, claim),
    eq(transfers.status, 'processing'),
  )

/** Makes all rows of the company's lane that waited for Fiken due now, as Fiken responds again. */
export async function clearBackoffAfterOutage(db: Db, companyId: string, now: Date): Promise<void> {
  await db.execute(
    sql`update transfers set next_attempt_at = null, updated_at = ${now.toISOString()}::timestamptz
        where status = 'queued' and error_code = 'fiken_down' and next_attempt_at is not null
          and user_id in (select o.user_id from connections c join connections o on o.vendor = c.vendor and o.lane = c.lane
                          where c.vendor = 'fiken' and c.user_id = ${companyId})`,
  )
}

/**
 * Requeues the rows that a killed run left in processing. A lane has one drain at a time, so any
 * row in processing when a drain begins was left behind. Its create request may have succeeded; the
 * lookup by uuid shows whether it did.
 */
export async function requeueOrphans(
  db: Db,
  lane: string,
  now: Date,
): Promise<{ id: string; companyId: string }[]> {
  return db
    .update(transfers)
    .set({
      ...standing({ kind: 'released', attempts: 0 }),
      // Undoes the count of the claim (claimNext).
      attempts: sql`greatest(${transfers.attempts} - 1, 0)`,
      ...NO_CLAIM,
      updatedAt: now,
    })
    .where(
      and(
        eq(transfers.status, 'processing'),
        sql`${transfers.companyId} in (select user_id from connections where vendor = 'fiken' and lane = ${lane})`,
      ),
    )
    .returning({ id: transfers.id, companyId: transfers.companyId })
}
