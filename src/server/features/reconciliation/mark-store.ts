import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { reconciledMonths, reconciliations } from './tables.ts'
import type { ReconciliationRecord } from './store.ts'

export type ReconciledMonth = typeof reconciledMonths.$inferSelect

const ofMonth = (companyId: string, month: string) =>
  and(eq(reconciledMonths.companyId, companyId), eq(reconciledMonths.month, month))

export async function markOf(
  db: Db,
  companyId: string,
  month: string,
): Promise<ReconciledMonth | null> {
  const [row] = await db.select().from(reconciledMonths).where(ofMonth(companyId, month))
  return row ?? null
}

/** Locks the month's check until the transaction ends, so that no other result replaces it. */
export async function holdCheck(
  tx: Db,
  companyId: string,
  month: string,
): Promise<ReconciliationRecord | null> {
  const [row] = await tx
    .select()
    .from(reconciliations)
    .where(and(eq(reconciliations.companyId, companyId), eq(reconciliations.month, month)))
    .for('update')
  return row ?? null
}

/** Marks the month as reconciled with these figures; replaces an earlier mark. */
export async function putMark(tx: Db, { companyId, month, ...mark }: ReconciledMonth) {
  await tx
    .insert(reconciledMonths)
    .values({ companyId, month, ...mark })
    .onConflictDoUpdate({
      target: [reconciledMonths.companyId, reconciledMonths.month],
      set: mark,
    })
  // A check from before fingerprints were kept gets its own, to be compared with.
  await tx
    .update(reconciliations)
    .set({ fingerprint: mark.fingerprint })
    .where(and(eq(reconciliations.companyId, companyId), eq(reconciliations.month, month)))
}

/** Returns true if the month was marked. */
export async function deleteMark(tx: Db, companyId: string, month: string): Promise<boolean> {
  const rows = await tx
    .delete(reconciledMonths)
    .where(ofMonth(companyId, month))
    .returning({ month: reconciledMonths.month })
  return rows.length > 0
}
