import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import { transfers, type NewTransfer } from '../tables.ts'

export async function setChosenRecipient(
  tx: Db,
  row: { id: string; companyId: string },
  chosen: NewTransfer['chosenRecipient'],
  now: Date,
): Promise<void> {
  await tx
    .update(transfers)
    .set({ chosenRecipient: chosen, updatedAt: now })
    .where(
      and(
        eq(transfers.companyId, row.companyId),
        eq(transfers.id, row.id),
        ne(transfers.status, 'completed'),
      ),
    )
}

/** Deletes the recipient chosen for a job. Returns false when there was none. */
export async function dropChosenRecipient(
  tx: Db,
  row: { id: string; companyId: string },
  now: Date,
): Promise<boolean> {
  const dropped = await tx
    .update(transfers)
    .set({ chosenRecipient: null, updatedAt: now })
    .where(
      and(
        eq(transfers.companyId, row.companyId),
        eq(transfers.id, row.id),
        isNotNull(transfers.chosenRecipient),
      ),
    )
    .returning({ id: transfers.id })
  return dropped.length > 0
}
