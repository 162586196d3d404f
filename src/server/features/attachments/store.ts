import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { PlannedRow } from './plan-rows.ts'
import { jobAttachments, type AttachmentRow } from './tables.ts'

const ofTransfer = (companyId: string, transferId: string) =>
  and(eq(jobAttachments.companyId, companyId), eq(jobAttachments.transferId, transferId))

const isOne = ({ companyId, id }: Pick<AttachmentRow, 'companyId' | 'id'>) =>
  and(eq(jobAttachments.companyId, companyId), eq(jobAttachments.id, id))

const askedOf = (draftUuid: string | null) =>
  sql`case when ${jobAttachments.draftUuid} is not distinct from ${draftUuid} then ${jobAttachments.askedAt} end`

const isNotSentTo = (draftUuid: string | null) =>
  sql`not (${jobAttachments.state} = 'sent' and ${jobAttachments.draftUuid} is not distinct from ${draftUuid})`

export function filesOfTransfer(
  db: Db,
  companyId: string,
  transferId: string,
): Promise<AttachmentRow[]> {
  return db
    .select()
    .from(jobAttachments)
    .where(ofTransfer(companyId, transferId))
    .orderBy(asc(jobAttachments.createdAt), asc(jobAttachments.name), asc(jobAttachments.id))
}

/**
 * Returns the company's due files. The file waiting longest comes first; among files due at the
 * same moment, the file with the fewest attempts comes first. After an outage all files are due at
 * once, and without this order a file that always fails could be tried first each time and delay
 * the others.
 */
export function dueFiles(db: Db, companyId: string, now: Date): Promise<AttachmentRow[]> {
  return db
    .select()
    .from(jobAttachments)
    .where(
      and(
        eq(jobAttachments.companyId, companyId),
        eq(jobAttachments.state, 'waiting'),
        lte(jobAttachments.nextTryAt, now),
      ),
    )
    .orderBy(
      asc(jobAttachments.nextTryAt),
      asc(jobAttachments.failures),
      asc(jobAttachments.transferId),
      asc(jobAttachments.id),
    )
    .limit(100)
}

/** Writes the rows of a draft's planned files. A file that is being sent keeps its state. */
export async function writePlanned(
  tx: Db,
  {
    companyId,
    transferId,
    draftUuid,
  }: { companyId: string; transferId: string; draftUuid: string },
  rows: readonly PlannedRow[],
  now: Date,
): Promise<void> {
  for (const { attachmentUuid, name, kind, state, why, isNew } of rows) {
    const about = { name, kind, state, why, updatedAt: now }
    const begins = { draftUuid, failures: 0, nextTryAt: now, fikenId: null, sentAt: null }
    await tx
      .insert(jobAttachments)
      .values({
        id: randomUUID(),
        companyId,
        transferId,
        attachmentUuid,
        createdAt: now,
        ...about,
        draftUuid,
        nextTryAt: state === 'waiting' ? now : null,
      })
      .onConflictDoUpdate({
        target: [jobAttachments.transferId, jobAttachments.attachmentUuid],
        set: isNew
          ? { ...about, ...begins, askedAt: askedOf(draftUuid) }
          : { ...about, draftUuid, ...(state === 'waiting' ? { nextTryAt: now } : {}) },
        setWhere: isNotSentTo(draftUuid),
      })
  }
}

export async function forgetFiles(
  tx: Db,
  companyId: string,
  transferId: string,
  attachmentUuids: readonly string[],
): Promise<void> {
  if (attachmentUuids.length === 0) return
  await tx
    .delete(jobAttachments)
    .where(
      and(
        ofTransfer(companyId, transferId),
        inArray(jobAttachments.attachmentUuid, [...attachmentUuids]),
      ),
    )
}

/**
 * Records that a file is about to be sent. Returns false if the file must not be sent, because it
 * was deselected, the draft was deleted, or another process is sending it.
 */
export async function beginSending(db: Db, row: AttachmentRow, now: Date): Promise<boolean> {
  const { askedAt, draftUuid } = row
  const begun = await db
    .update(jobAttachments)
    .set({ askedAt: now, updatedAt: now })
    .where(
      and(
        isOne(row),
        eq(jobAttachments.state, 'waiting'),
        draftUuid === null
          ? isNull(jobAttachments.draftUuid)
          : eq(jobAttachments.draftUuid, draftUuid),
        askedAt === null ? isNull(jobAttachments.askedAt) : eq(jobAttachments.askedAt, askedAt),
        eq(jobAttachments.failures, row.failures),
        sql`exists (select 1 from transfer_rows t where t.id = ${row.transferId} and t.user_id = ${row.companyId}
          and t.status = 'completed' and not t.skip_transfer and t.fiken_draft_uuid = ${draftUuid})`,
      ),
    )
    .returning({ id: jobAttachments.id })
  return begun.length === 1
}

export async function markSent(
  tx: Db,
  row: AttachmentRow,
  sent: { fikenId: string; bytes: number | null; now: Date },
): Promise<void> {
  const { fikenId, bytes, now } = sent
  await tx
    .update(jobAttachments)
    .set({
      state: 'sent',
      why: '',
      fikenId,
      sentAt: now,
      updatedAt: now,
      failures: 0,
      nextTryAt: null,
      askedAt: null,
      ...(bytes === null ? {} : { bytes }),
    })
    .where(and(isOne(row), sql`${jobAttachments.draftUuid} is not distinct from ${row.draftUuid}`))
}

/**
 * Stores the outcome of an attempt to send a file, unless the user has changed the choice since.
 */
export async function changeWaiting(
  tx: Db,
  row: AttachmentRow,
  change: Partial<Pick<AttachmentRow, 'state' | 'why' | 'failures' | 'nextTryAt' | 'askedAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(jobAttachments)
    .set({ ...change, updatedAt: now })
    .where(
      and(
        isOne(row),
        eq(jobAttachments.state, 'waiting'),
        sql`${jobAttachments.draftUuid} is not distinct from ${row.draftUuid}`,
      ),
    )
}

export async function postpone(db: Db, companyId: string, now: Date, until: Date): Promise<void> {
  await db
    .update(jobAttachments)
    .set({ nextTryAt: until, updatedAt: now })
    .where(
      and(
        eq(jobAttachments.companyId, companyId),
        eq(jobAttachments.state, 'waiting'),
        lte(jobAttachments.nextTryAt, until),
      ),
    )
}

export async function makeFilesDue(db: Db, companyId: string, now: Date): Promise<void> {
  await db
    .update(jobAttachments)
    .set({ nextTryAt: now })
    .where(
      and(
        eq(jobAttachments.companyId, companyId),
        eq(jobAttachments.state, 'waiting'),
        isNotNull(jobAttachments.nextTryAt),
      ),
    )
}

export async function writeTick(
  tx: Db,
  of: { companyId: string; transferId: string; draftUuid: string | null },
  file: Pick<AttachmentRow, 'attachmentUuid' | 'name' | 'kind'>,
  chosen: boolean,
  now: Date,
): Promise<void> {
  const { draftUuid } = of
  const sends = chosen && draftUuid !== null
  const set = {
    chosen,
    updatedAt: now,
    state: sends ? ('waiting' as const) : ('idle' as const),
    why: '',
    failures: 0,
    nextTryAt: sends ? now : null,
  }
  await tx
    .insert(jobAttachments)
    .values({ id: randomUUID(), ...of, ...file, ...set, createdAt: now })
    .onConflictDoUpdate({
      target: [jobAttachments.transferId, jobAttachments.attachmentUuid],
      set: { ...set, draftUuid, askedAt: askedOf(draftUuid) },
      setWhere: isNotSentTo(draftUuid),
    })
}

/**
 * Requeues one file at the user's request, or all files that are not in Fiken. Returns the number
 * of requeued files.
 */
export async function retryFiles(
  tx: Db,
  of: { companyId: string; transferId: string; draftUuid: string },
  attachmentUuid: string | null,
  now: Date,
): Promise<number> {
  const one =
    attachmentUuid === null ? undefined : eq(jobAttachments.attachmentUuid, attachmentUuid)
  const retried = await tx
    .update(jobAttachments)
    .set({ state: 'waiting', why: '', failures: 0, nextTryAt: now, updatedAt: now })
    .where(
      and(
        ofTransfer(of.companyId, of.transferId),
        eq(jobAttachments.draftUuid, of.draftUuid),
        // When all files are retried, refused files are left out; listing the job's files again
        // decides whether they are sent.
        inArray(
          jobAttachments.state,
          one ? ['failed', 'waiting', 'refused'] : ['failed', 'waiting'],
        ),
        one,
      ),
    )
    .returning({ id: jobAttachments.id })
  return retried.length
}
