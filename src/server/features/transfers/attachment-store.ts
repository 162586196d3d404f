import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { transferRows } from './row-queries.ts'
import type { NewTimelineEntry } from './timeline.ts'
import { insertEntries } from './timeline-store.ts'
import { transfers } from './tables.ts'

/**
 * Returns the columns that make a completed transfer's files due. They are part of the SQL
 * statement that ends the run, so that the files are uploaded even if the process dies afterwards.
 */
export const dueWhenDone = (companyId: string, now: Date) => ({
  attachmentsDueAt: sql`case when ${transfers.attachmentsChosen} or exists (
      select 1 from configurations c where c.user_id = ${companyId} and c.attachments <> 'none')
    then ${now.toISOString()}::timestamptz end`,
})

export async function filesAreDue(tx: Db, companyId: string, id: string, now: Date): Promise<void> {
  await tx
    .update(transfers)
    .set(dueWhenDone(companyId, now))
    .where(and(eq(transfers.companyId, companyId), eq(transfers.id, id)))
}

export interface DraftWithFiles {
  id: string
  companyId: string
  jobUuid: string
  accountUuid: string
  slug: string
  draftUuid: string
  draftId: number | null
  invoiceId: number | null
  jobNumber: string
}

const isThere = (companyId: string) =>
  and(
    eq(transfers.companyId, companyId),
    eq(transfers.status, 'completed'),
    not(transfers.skipTransfer),
    isNotNull(transfers.documentId),
    isNotNull(transfers.fikenCompanySlug),
  )

const DRAFT = {
  id: transfers.id,
  companyId: transfers.companyId,
  jobUuid: transfers.servicem8JobId,
  accountUuid: transfers.servicem8AccountId,
  slug: sql<string>`${transfers.fikenCompanySlug}`,
  draftUuid: sql<string>`${transferRows.fikenDraftUuid}`,
  draftId: sql<number | null>`${transferRows.fikenInvoiceDraftId}::float8`,
  invoiceId: sql<number | null>`${transferRows.fikenInvoiceId}::float8`,
  jobNumber: transfers.jobNumber,
}

/**
 * Returns a transfer's draft for uploading files; null while the draft is not in Fiken (not created
 * yet, being updated, undone or deleted).
 */
export async function draftWithFiles(
  db: Db,
  companyId: string,
  id: string,
): Promise<DraftWithFiles | null> {
  const [row] = await db
    .select(DRAFT)
    .from(transferRows)
    .where(and(isThere(companyId), eq(transfers.id, id)))
  return row ?? null
}

/**
 * Returns the transfers whose files are due, and clears the mark; the caller records them in the same
 * transaction.
 */
export async function takeDueForFiles(tx: Db, companyId: string): Promise<string[]> {
  const rows = await tx
    .update(transfers)
    .set({ attachmentsDueAt: null })
    .where(and(isThere(companyId), isNotNull(transfers.attachmentsDueAt)))
    .returning({ id: transfers.id })
  return rows.map(({ id }) => id)
}

/**
 * Stores that the user has chosen files for the job. They are uploaded to every draft of the job,
 * including one being created now.
 */
export async function rememberChoice(
  db: Db,
  companyId: string,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .update(transfers)
    .set({
      attachmentsChosen: true,
      attachmentsDueAt: sql`case when ${transfers.status} = 'completed' then ${now.toISOString()}::timestamptz else ${transfers.attachmentsDueAt} end`,
    })
    .where(and(eq(transfers.companyId, companyId), eq(transfers.id, id)))
}

/**
 * Locks a transfer until the transaction ends. Returns false when the transfer was deleted with its
 * account.
 */
export async function holdTransfer(
  tx: Db,
  { id, companyId }: { id: string; companyId: string },
): Promise<boolean> {
  const held = await tx
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.companyId, companyId), eq(transfers.id, id)))
    .for('update')
  return held.length > 0
}

export async function noteFiles(
  tx: Db,
  transfer: { id: string; companyId: string },
  note: string | null,
  entries: readonly NewTimelineEntry[] = [],
): Promise<void> {
  const { id, companyId } = transfer
  await tx
    .update(transfers)
    .set({ attachmentsNote: note })
    .where(and(eq(transfers.companyId, companyId), eq(transfers.id, id)))
  if (entries.length > 0) await insertEntries(tx, transfer, entries)
}
