import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { PendingReason, TransferStatus } from '#shared/transfer-status'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { changing, discarding, ending, making, type DocumentChange } from '../documents/store.ts'
import { divide } from './document-change.ts'
import { NO_DOCUMENT } from './forgotten-draft.ts'
import { standing } from './outcome.ts'
import {
  rowsById,
  sharesDraft,
  wasNotSent,
  type SharingRow,
  isPendingToDelete,
  keptOf,
  waitsFor,
} from './queries.ts'
import { transfers, type NewTransfer, type TransferChange, type TransferRow } from './tables.ts'

/**
 * Locks a transfer and the rows that share its document until the transaction ends, so that values
 * read afterwards are still valid when they are written.
 */
export async function lockTransfer(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .select({ id: transfers.id })
    .from(transfers)
    .where(
      and(
        eq(transfers.companyId, companyId),
        sql`(${transfers.id} = ${id} or ${transfers.documentId} = (select one.document_id from transfers one where one.user_id = ${companyId} and one.id = ${id}))`,
      ),
    )
    .orderBy(transfers.id)
    .for('update')
}

/** Inserts a transfer. Returns null when the job already has a row. */
export async function insertTransfer(db: Db, row: NewTransfer): Promise<TransferRow | null> {
  const [made] = await db
    .insert(transfers)
    .values(row)
    .onConflictDoNothing({ target: [transfers.companyId, transfers.servicem8JobId] })
    .returning()
  return made ? { ...made, ...NO_DOCUMENT } : null
}

/**
 * Changes a transfer and returns it; null when the status is no longer one of `from`, because
 * another action was first.
 */
export async function changeTransfer(
  db: Db,
  row: { id: string; companyId: string },
  from: readonly TransferStatus[],
  change: TransferChange,
): Promise<TransferRow | null> {
  const held = and(
    eq(transfers.companyId, row.companyId),
    eq(transfers.id, row.id),
    inArray(transfers.status, [...from]),
  )
  const [changed] = await changeHeld(db, row.companyId, held, change)
  return changed ?? null
}

/**
 * Changes all rows of a draft that is or might be in Fiken: either every row's status is one of
 * `from`, or nothing is changed. Returns the changed rows.
 */
export async function changeWithDraft(
  tx: Db,
  row: SharingRow,
  from: readonly TransferStatus[],
  change: TransferChange,
): Promise<TransferRow[]> {
  if (!sharesDraft(row)) {
    const changed = await changeTransfer(tx, row, from, change)
    return changed ? [changed] : []
  }
  const { companyId, documentId } = row
  const other = sql`select from transfers other where other.user_id = ${companyId} and other.document_id = ${documentId}
    and other.status <> all (${sql.param([...from])}::text[])`
  const held = and(
    eq(transfers.companyId, companyId),
    sql`${transfers.documentId} = ${documentId}`,
    sql`not exists (${other})`,
  )
  const more = change.revision === undefined ? {} : NEXT_REVISION
  return changeHeld(tx, companyId, held, change, more)
}

/** The change that raises the revision; each row of a shared document has its own. */
export const NEXT_REVISION = { revision: sql`${transfers.revision} + 1` }

async function changeHeld(
  db: Db,
  companyId: string,
  which: SQL | undefined,
  change: TransferChange,
  more: Own = {},
): Promise<TransferRow[]> {
  const written = await rowsOf<{ id: string }>(
    db,
    sql`with ${sql.join(partsOfChange(db, which, change, { more }), sql`, `)} select id from mine`,
  )
  return rowsById(
    db,
    companyId,
    written.map(({ id }) => id),
  )
}

type Own = PgUpdateSetSource<typeof transfers>

/**
 * Returns the SQL parts that change transfers and the document they share: `held` locks the rows,
 * and `mine` contains the changed rows. A change with both uuid and company gives the transfer a
 * document: its own gets the new uuid, otherwise a new one is inserted.
 * @param options.all the number of rows there must be; otherwise nothing is changed
 * @param options.more other values to write to the rows
 */
export function partsOfChange(
  db: Db,
  which: SQL | undefined,
  change: TransferChange,
  { all, more = {} }: { all?: number; more?: Own } = {},
): SQL[] {
  const { own, document } = divide(change)
  const { ended, updatedAt: at } = change
  const locked = sql`select ${transfers.id} as id, ${transfers.documentId} as document_id, ${transfers.companyId} as user_id
    from ${transfers} where ${which} order by 1 for update of transfers`
  const parts =
    all === undefined || all === 1
      ? [sql`held as materialized (${locked})`]
      : [
          sql`locked as materialized (${locked})`,
          sql`held as materialized (select * from locked where (select count(*) from locked) = ${all})`,
        ]
  const set: Own = { ...own, ...more }
  if (own.status === 'queued' && own.collectiveRun === null) set.collectiveRun = withItsDraft()
  if (document?.uuid !== undefined && document.companySlug !== undefined) {
    parts.push(...reserving(db, document, at))
    set.documentId = sql`(${ITS_NEW_ONE})`
    set.share = null
  } else if (ended !== undefined) {
    parts.push(sql`former as ${ending(db, OF_HELD, ended, instantOf(at))}`)
  } else if (document) {
    parts.push(sql`changed as ${changing(db, OF_HELD, document)}`)
  }
  const mine = db
    .update(transfers)
    .set(set)
    .where(sql`${transfers.id} in (select id from held)`)
    .returning({ id: transfers.id })
  return [...parts, sql`mine as ${mine}`]
}

const OF_HELD = sql`select document_id from held`

function reserving(db: Db, document: DocumentChange, at: Date | undefined): SQL[] {
  const ofItsOwn = sql`select d.id from documents d join held on d.id = held.document_id where d.kind = 'alone'`
  const made = {
    ...document,
    id: randomUUID(),
    companyId: sql`held.user_id`,
    kind: 'alone' as const,
    createdAt: instantOf(at),
  }
  return [
    sql`kept as ${changing(db, ofItsOwn, document)}`,
    sql`made as ${making(made, sql`held where not exists (select from kept)`)}`,
    sql`discarded as ${discarding(db, left(ITS_NEW_ONE))}`,
  ]
}

const ITS_NEW_ONE = sql`select id from kept union all select id from made`

/** Returns the query for the held rows' former documents that will belong to no transfer. */
const left = (now: SQL) => sql`select held.document_id from held
  where held.document_id not in (${now})
    and not exists (select from transfers other where other.document_id = held.document_id and other.id not in (select id from held))`

function instantOf(at: Date | undefined): Date {
  if (at === undefined) throw new Error('A document is made, or ends, at a time')
  return at
}

/** Gives the rows a shared document and returns its id. The transaction must have locked them. */
export async function shareDocument(
  tx: Db,
  { companyId, ids }: { companyId: string; ids: readonly string[] },
  change: TransferChange,
  at: Date,
): Promise<string> {
  const { own, document } = divide(change)
  const shared = {
    ...document,
    id: randomUUID(),
    companyId,
    kind: 'collective' as const,
    createdAt: at,
  }
  const which = and(eq(transfers.companyId, companyId), inArray(transfers.id, [...ids]))
  const mine = tx
    .update(transfers)
    .set({ ...own, documentId: sql`(select id from made)`, share: null })
    .where(which)
    .returning({ id: transfers.id })
  const [made] = await rowsOf<{ id: string }>(
    tx,
    sql`with held as materialized (select ${transfers.id} as id, ${transfers.documentId} as document_id from ${transfers} where ${which}),
          made as ${making(shared, sql`(select 1) one`)},
          discarded as ${discarding(tx, left(sql`select id from made`))},
          mine as ${mine}
        select id from made`,
  )
  if (!made) throw new Error('A document was not made')
  return made.id
}

/**
 * Deletes the waiting transfers in one SQL statement, and returns their number. Rows that the lane
 * claims at the same time are skipped.
 */
export async function skipAllPending(db: Db, companyId: string, now: Date): Promise<number> {
  const set = { skipTransfer: true, updatedAt: now }
  return (await changeKept(db, companyId, isPendingToDelete(), set)).length
}

/**
 * Returns the SQL expression for the collective draft of a requeued row, if the draft is or might
 * be in Fiken (decision 0054).
 */
const withItsDraft = () =>
  sql`case when not (${wasNotSent()}) then (select d.id from documents d where d.id = ${transfers.documentId} and d.kind = 'collective') end`

/**
 * Queues the rows, except deleted ones. A row stays with the jobs on its draft, or with those of a
 * set that the settings held. Returns the ids.
 */
export async function start(
  db: Db,
  companyId: string,
  which: SQL | undefined,
  more: Pick<Own, 'askedWhileOff' | 'collectiveRun' | 'needsFetch'> & { updatedAt: Date },
): Promise<string[]> {
  return changeKept(db, companyId, which, {
    ...standing({ kind: 'queued' }),
    collectiveRun: sql`coalesce(${withItsDraft()}, ${transfers.collectiveRun})`,
    ...more,
  })
}

/** Changes the company's rows that are not deleted and meet the condition. Returns their ids. */
export async function changeKept(
  db: Db,
  companyId: string,
  which: SQL | undefined,
  set: Own,
): Promise<string[]> {
  const rows = await db
    .update(transfers)
    .set(set)
    .where(and(keptOf(companyId), which))
    .returning({ id: transfers.id })
  return rows.map(({ id }) => id)
}

export async function startPending(
  db: Db,
  companyId: string,
  reasons: readonly PendingReason[],
  now: Date,
): Promise<number> {
  const how = { needsFetch: true, updatedAt: now }
  return (await start(db, companyId, waitsFor(...reasons), how)).length
}

/**
 * Makes queued rows wait for the given reason, and returns their number. A row whose draft is or
 * might be in Fiken stays queued, so that its draft is checked.
 */
export async function holdQueued(
  db: Db,
  companyId: string,
  reason: PendingReason,
  now: Date,
): Promise<number> {
  const set = { ...standing({ kind: 'waiting', reason }), askedWhileOff: false, updatedAt: now }
  const which = and(eq(transfers.status, 'queued'), wasNotSent())
  return (await changeKept(db, companyId, which, set)).length
}

/**
 * Deletes the transfers that wait for one of the reasons, and returns their number. The rows leave
 * any set they are in.
 */
export async function skipPending(
  db: Db,
  companyId: string,
  reasons: readonly PendingReason[],
  now: Date,
): Promise<number> {
  const set = { skipTransfer: true, collectiveRun: null, updatedAt: now }
  return (await changeKept(db, companyId, and(waitsFor(...reasons), wasNotSent()), set)).length
}

/** Takes skipPending() for `inactive` at that moment back. Returns the number of transfers. */
export async function unskipPending(
  db: Db,
  companyId: string,
  { skippedAt, now }: { skippedAt: Date; now: Date },
): Promise<number> {
  const rows = await db
    .update(transfers)
    .set({ skipTransfer: false, updatedAt: now })
    .where(
      and(
        eq(transfers.companyId, companyId),
        transfers.skipTransfer,
        eq(transfers.status, 'pending'),
        eq(transfers.pendingReason, 'inactive'),
        eq(transfers.updatedAt, skippedAt),
      ),
    )
    .returning({ id: transfers.id })
  return rows.length
}

export async function clearWaits(db: Db, companyId: string, now: Date): Promise<void> {
  await db
    .update(transfers)
    .set({ nextAttemptAt: null, updatedAt: now })
    .where(
      and(
        eq(transfers.companyId, companyId),
        eq(transfers.status, 'queued'),
        sql`${transfers.nextAttemptAt} is not null`,
      ),
    )
}

/**
 * Ends the waits of active companies' transfers for a vendor that did not respond, and returns
 * their number.
 */
export async function endWaits(
  db: Db,
  code: 'fiken_down' | 'servicem8_down',
  now: Date,
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update transfers t set next_attempt_at = null, updated_at = ${now.toISOString()}::timestamptz
        from companies co where co.id = t.user_id and co.is_active and t.status = 'queued' and t.error_code = ${code}
          and t.next_attempt_at > ${now.toISOString()}::timestamptz
        returning t.id`,
  )
  return rows.length
}
