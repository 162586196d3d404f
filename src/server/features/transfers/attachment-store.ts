import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { transferRows } from './row-queries.ts'
import type { NewTimelineEntry } from './timeline.ts'
import { insertEntries } from './timeline-store.ts'
import { transfers } from './tables.ts'

/**
 * Set with the end of a run, in its own statement: whoever wants files gets them however the process
 * ends after that, and the run has nothing to do with it.
 */
export const dueWhenDone = (userId: string, now: Date) => ({
  attachmentsDueAt: sql`case when ${transfers.attachmentsChosen} or exists (
      select 1 from configurations c where c.user_id = ${userId} and c.attachments <> 'none')
    then ${now.toISOString()}::timestamptz end`,
})

/** The same for a draft that has been updated. */
export async function filesAreDue(tx: Db, userId: string, id: string, now: Date): Promise<void> {
  await tx
    .update(transfers)
    .set(dueWhenDone(userId, now))
    .where(and(eq(transfers.userId, userId), eq(transfers.id, id)))
}

/** The draft that files go with. */
export interface DraftWithFiles {
  id: string
  userId: string
  jobUuid: string
  accountUuid: string
  slug: string
  draftUuid: string
  draftId: number | null
  invoiceId: number | null
  /** The job as the user knows it: "Jobb #1085". */
  jobNumber: string
}

const isThere = (userId: string) =>
  and(
    eq(transfers.userId, userId),
    eq(transfers.status, 'completed'),
    not(transfers.skipTransfer),
    isNotNull(transfers.documentId),
    isNotNull(transfers.fikenCompanySlug),
  )

const DRAFT = {
  id: transfers.id,
  userId: transfers.userId,
  jobUuid: transfers.servicem8JobId,
  accountUuid: transfers.servicem8AccountId,
  slug: sql<string>`${transfers.fikenCompanySlug}`,
  draftUuid: sql<string>`${transferRows.fikenDraftUuid}`,
  draftId: sql<number | null>`${transferRows.fikenInvoiceDraftId}::float8`,
  invoiceId: sql<number | null>`${transferRows.fikenInvoiceId}::float8`,
  jobNumber: transfers.jobNumber,
}

/**
 * Returns the transfer's draft, or null while it is not in Fiken: not made yet, being changed, taken
 * back or deleted.
 */
export async function draftWithFiles(
  db: Db,
  userId: string,
  id: string,
): Promise<DraftWithFiles | null> {
  const [row] = await db
    .select(DRAFT)
    .from(transferRows)
    .where(and(isThere(userId), eq(transfers.id, id)))
  return row ?? null
}

/** Takes those of a user that are due off the list; the caller notes them in the same transaction. */
export async function takeDueForFiles(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .update(transfers)
    .set({ attachmentsDueAt: null })
    .where(and(isThere(userId), isNotNull(transfers.attachmentsDueAt)))
    .returning({ id: transfers.id })
  return rows.map(({ id }) => id)
}

/**
 * Stores that the user has chosen files for this job: they go with every draft of it, also with one
 * that is being made.
 */
export async function rememberChoice(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await db
    .update(transfers)
    .set({
      attachmentsChosen: true,
      attachmentsDueAt: sql`case when ${transfers.status} = 'completed' then ${now.toISOString()}::timestamptz else ${transfers.attachmentsDueAt} end`,
    })
    .where(and(eq(transfers.userId, userId), eq(transfers.id, id)))
}

/**
 * Holds the transfer until the transaction ends. Returns false when it is gone with its account.
 */
export async function holdTransfer(
  tx: Db,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const held = await tx
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), eq(transfers.id, id)))
    .for('update')
  return held.length > 0
}

/** Stores the row's note on files that are missing in Fiken, and the entries of its timeline. */
export async function noteFiles(
  tx: Db,
  transfer: { id: string; userId: string },
  note: string | null,
  entries: readonly NewTimelineEntry[] = [],
): Promise<void> {
  const { id, userId } = transfer
  await tx
    .update(transfers)
    .set({ attachmentsNote: note })
    .where(and(eq(transfers.userId, userId), eq(transfers.id, id)))
  if (entries.length > 0) await insertEntries(tx, transfer, entries)
}
