import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { PlannedRow } from './plan-rows.ts'
import { jobAttachments, type AttachmentRow } from './tables.ts'

const ofTransfer = (userId: string, transferId: string) =>
  and(eq(jobAttachments.userId, userId), eq(jobAttachments.transferId, transferId))

const isOne = ({ userId, id }: Pick<AttachmentRow, 'userId' | 'id'>) =>
  and(eq(jobAttachments.userId, userId), eq(jobAttachments.id, id))

/** The stored mark of a file that may have arrived on this very draft. */
const askedOf = (draftUuid: string | null) =>
  sql`case when ${jobAttachments.draftUuid} is not distinct from ${draftUuid} then ${jobAttachments.askedAt} end`

const isNotSentTo = (draftUuid: string | null) =>
  sql`not (${jobAttachments.state} = 'sent' and ${jobAttachments.draftUuid} is not distinct from ${draftUuid})`

/** Returns a transfer's files in the order in which they were first seen. */
export function filesOfTransfer(
  db: Db,
  userId: string,
  transferId: string,
): Promise<AttachmentRow[]> {
  return db
    .select()
    .from(jobAttachments)
    .where(ofTransfer(userId, transferId))
    .orderBy(asc(jobAttachments.createdAt), asc(jobAttachments.name), asc(jobAttachments.id))
}

/**
 * Returns the user's due files, the longest waiting first and, among those due at the same moment, the
 * least often tried first: after an outage all are due at once, and a file that the vendor never delivers
 * would otherwise come first each time and hold up the rest.
 */
export function dueFiles(db: Db, userId: string, now: Date): Promise<AttachmentRow[]> {
  return db
    .select()
    .from(jobAttachments)
    .where(
      and(
        eq(jobAttachments.userId, userId),
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

/** Writes the planned files of a draft. A file under way keeps what is known about it. */
export async function writePlanned(
  tx: Db,
  { userId, transferId, draftUuid }: { userId: string; transferId: string; draftUuid: string },
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
        userId,
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
  userId: string,
  transferId: string,
  attachmentUuids: readonly string[],
): Promise<void> {
  if (attachmentUuids.length === 0) return
  await tx
    .delete(jobAttachments)
    .where(
      and(
        ofTransfer(userId, transferId),
        inArray(jobAttachments.attachmentUuid, [...attachmentUuids]),
      ),
    )
}

/**
 * Stores that a file is about to be sent. Returns false when it must not be: it was left out or the draft
 * was taken back meanwhile, or another process has it.
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
        sql`exists (select 1 from transfer_rows t where t.id = ${row.transferId} and t.user_id = ${row.userId}
          and t.status = 'completed' and not t.skip_transfer and t.fiken_draft_uuid = ${draftUuid})`,
      ),
    )
    .returning({ id: jobAttachments.id })
  return begun.length === 1
}

/** Stores that a file is in Fiken, whatever the user has chosen meanwhile. */
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

/** Stores the outcome of an attempt unless the user has changed the choice meanwhile. */
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

/** Postpones all due files of a user, since one of them met an outage. */
export async function postpone(db: Db, userId: string, now: Date, until: Date): Promise<void> {
  await db
    .update(jobAttachments)
    .set({ nextTryAt: until, updatedAt: now })
    .where(
      and(
        eq(jobAttachments.userId, userId),
        eq(jobAttachments.state, 'waiting'),
        lte(jobAttachments.nextTryAt, until),
      ),
    )
}

/** Makes all waiting files of a user due, since a vendor can be asked again. */
export async function makeFilesDue(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(jobAttachments)
    .set({ nextTryAt: now })
    .where(
      and(
        eq(jobAttachments.userId, userId),
        eq(jobAttachments.state, 'waiting'),
        isNotNull(jobAttachments.nextTryAt),
      ),
    )
}

/** Stores the user's choice of a file. A file that is on this draft in Fiken already stays. */
export async function writeTick(
  tx: Db,
  of: { userId: string; transferId: string; draftUuid: string | null },
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

/** Requeues one file at the user's request, or all that are not in Fiken. Returns their number. */
export async function retryFiles(
  tx: Db,
  of: { userId: string; transferId: string; draftUuid: string },
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
        ofTransfer(of.userId, of.transferId),
        eq(jobAttachments.draftUuid, of.draftUuid),
        // Whether a refused file is sent, a new look at the job decides.
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
